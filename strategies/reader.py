"""Reads the table: draws where that gains on all hands together, by what each shows.

Why: What was bought, at which price, and which cards were twisted say how good a hand is. For each
such signal the file holds what the banker gains by ending on each total; the sum over all hands,
with their stakes and shoot bets, says whether to draw. It remembers the order of the cards that
went under the pack: which cards come again, and which hands they make.

Learnt from stick15, stick16, stick17, cautious, pub_regular, trick_hunter, mixed.

Weakness: It believes that players are like those it learnt from, and takes hands one by one: that
the cards of one hand are not in another it knows only of those that lie open.

Source: pontoon solve reader --against stick15,stick16,stick17,cautious,pub_regular,trick_hunter,mixed
"""

import base64
import zlib

import numpy as np

from pontoon_sim.strategies import HAND_STUCK, HAND_TRICK, banker_strategy, helper


def unpacked(text, kind):
    """An array from the letters that it is kept in."""
    return np.frombuffer(zlib.decompress(base64.b85decode(text)), dtype=kind)


# The initial stakes of the solved game, in smallest stakes.
STAKES = np.array([1.0], dtype=np.float64)

KEYS = unpacked(
    "c-l4CXMl)x90zdY&dOG{GE&N>K?>(eDkBu(PWCB|qq6rnXWwNz*&{n5C98pRm%=&gID4EkvMF3Ie0tt|UOjJ~|MP"
    "r*-`|rV!;`B&M{zVGIfhXj%W)jf37p7DoXlv(@M})tR8He`&frYW;%vrp4!_}C&f|P8;6g6qVlLrQF5|ac&J|qAR"
    "b0(AT+8pcj_dh7H*h0=;3odapSYPna|^d}8@F=@f8nqEjlXjzcX2o4xQFpf;2+$}KlvB;aX$|*kq4Q?Lp;nQJj!E"
    "C=5d~23QzJBPxB1V@*L0eA}=wOmzl;Zyvl35&YOJ1$4qC2j9?~aW&i`3g;|-6*_ne+F(-2|H}fzr^D#dQ@M%87f-"
    "J<sEW)BJ#^Nl&XZajUvJ^|R44-FNzQ7k*jxX_LmS+W4WF=N+6;@?6R_7~xm9O!2)?iJ(!CHKiZ?QJ(ur7mGkHLJK"
    "@321KWdpv)_xS-EvJo4z2|r|0He+*s%oc3PPuPmB*@htuWjnTK2X<s9c4ilbu^aoaFZ;1S2XG(<aWIE)D2H)4M{p"
    "!ZaWo@2hEW{LaU9PHoXAO>%xK2&Yfj-*PUCdW;7rcqY{qg9zu{cY<9sgQLN4NBF5yxx<F{PS6<o<xT+KCH%kQ|3>"
    "-jx5a3g=<CjQ8uxS2n53%7C`w{r)7;cxt%JGqOy8OJ@0X9EA^U);z2JitUAWD<|^7?XLNCz!&MJjd(&n>Toqw|JX"
    "(c$fEhpAYyC|K&qI;$x;WLniZ$nV6XY3}hB&Wj1DK4nD=4%*EWy!@SJL{4Bty`3wuP5DT*ii?KLM@L4{`k}Sp2EW"
    ";Q0BFph5zRdEhz>2KI%B;$2tj<^XDqrL4tihUmlW(y$>##0^SdYPcmkszH-{%Kx$VP0&=KP2svjtl+lwJ85KW8^~"
    "XE=MXCnMO4z4-;d<X7y&zU;^T9KeAb#K9cGp&Z8H9Kn$s#nFu97>?yQj^_kU<RngJG-EiG(>R?oIFqwDo3Wh7`CP"
    "z-T*Sp(!WCS}Rb0(AT+5Bz!2}-SX`bO(p5u95;6+|yDlapQS9q1zc%6Uq25<5fZ}SfC@jf5$AO6dSe8k60|36PN%"
    "Toq0kXe|O*_fTVn45W+m-(2V1z4CxSd_(BoF!O>l~|K+vk6<X4MP~pw)~Xs*q$BOk)7FvVeHD!_&K|=JHr{lUhK^"
    ";_$9w$ANJ)y4&q=A;ZP3aa7J<rqd1o1IG!<_!)090t&C$L4>E~|c$i0cl*gFN6rSWMp5_^z<vE^bDlapQS9q1zc%"
    "8R-hj)38_xXV7%n@Mjvn0zihz;3@joE}BvMHOfIX_}ce!^C4%{B~SDBH3FJF*iyvkSx6mEr8co{V5G_GUkh<Rs4G"
    "Vs7S6?&5C7aS!8}z(2T``?#M6n8<@n;vpVpGLQ2FQ+Sf6c$yb@k(Zdt%S_`9K4jKF`N$GXs3hMidtca^of*M_jAR"
    "Vwa2eNgE902R6sGbv)0v}+9>^dzWJ`8nIQwxeH*+WVF_{-wuBtx3Rouj1xtB+Hme=@z0oBYY7G+shVJ+5YQ-&~%y"
    "*ZdsoWi+W&JEnocqZ`_(|DITtJ^DBniW}t!EDS{?8Iosaw*qw3wQIt|M%DSU9d$R`zagLwFmQ!AbU6~)YIEIBUn!"
    "ibslY<2g|YwYq36?GK67_;uOy1a&F*u#xsc-KlQv>h^1MPH5kkR9L;FPaw*sG7Q44I$Jn;LTw>*L|4CS?hyKh0J@"
    "s`4M(72+$B14}{10t{(^3",
    np.int64,
)

ROUGHLY = unpacked(
    "c-k$+K?;B%006MSN0nM>n*RSuf^3(a;n*%mCuiS&{JOaMb949a;pqho9|Rc",
    np.int64,
)

GAINS = unpacked(
    "c-rlqc~n)^9>;MY#U3&hs6iqDnFuHfF`a!uMFj!jBA5dr;ea9_j(|wzD<vXK4H2`PPzlp|3{uG1KO(2pR8mQ-oFf"
    "&zq-H5E^?7^sUal3Tb`F;g-#@+!mVbPfYxDi=bM`*_o~x(#BI!M3=AVkD6UHWVaB>JA?QYDHrq#2%|E~IP^nCRG0"
    "(<Cuf%f!L@u3r91<Nl|*n}M#HpgEj2|K^*I_|!}PWAu)>u;lF>s87Wu)zlVq1g}b{P1tx=!*J1!FWwLoCh21R^WW"
    ";r02=esepgpxQ*TY9nOOdw!)p)CLm}eg&&y0?WSB~A^8*FJlJ3>+<9#roC9fN;wawTyPh4{8Vl#a23z6IYvZ%cpN"
    "_ra$W6cO2<O2DyA?RE&2l{tx)Zogfb(F3-8!7tX7;`t9L|FccI$Eem%w?j!PcFZs-}bS1{>})m70rvDAvz~-K>sm"
    "!kvd_dq!E1&(-aM)!41f;LHg&=ct*gG${~Xf(^Dp=M#s4YWnW_Me)MH;kXuq4R$MVK56WDx{_m0<|}%#+<ni%d9c"
    "A&xbv4CW2w?yMgDtk@RgmT+4VKia2{;173{pwZaO_1?ML4JX4JRe`+Sk_o2+VeG@J(;Y=t_XpOi##ZlQF?!-~@PA"
    "Lpv#K>k6{F$U+s23wiVUu-vvJ}D2T92;{o-@Tq!nQRb8RgQ%7V1unt=M$fqMHL%DC?WSz+I(#s?`9Ro$`+X5-X3h"
    "Qb?9Z^v^3ftIiB9mcOaJm#oT{ncOkZ>6TAc)?)*ur{pQm8*Al4w`~Zra)rJOJd@bI^;yxB^Mf6*JHh^AvHHp8r>@"
    ";Jwv67zM%H7eAMjKeOsou5h&GH}FtTEkGZtDYZ-2oeHh0Z6_j0V!7>`i>g9Cw`E0vqgB;QaE!2+EH%qN#>oi$Rlu"
    ";XK%2EB%c2$ca>(X-#Fv*6|gg2|~`|P&f}Z*a~*OUwJ&8eua_Qu5*0FU<V#`=oxnPOaz<<8*HWS5AIK*b>9u4L8p"
    "yq_M(NnA-K}(r^G_+e}fISLY=>Lb0%G@3!*chbfA6{1Gr1fV0Lb|5w7!KgRMg^J8F{2e&bkj-(pJ#qVsuq)ndUq*"
    "9=~Q4R`J%_L~z(f8;>=A^8?3^UuUG-zwb4f~|;t4>^(Yb2hn-q1ba)#64#6D;fFdH`vYA!LhDW$ujRYAAh`97@ud"
    "P>X{lZ*;%5x&-7{W)g)f?Lq5}ny>pTkwqv;W0UK<E&L;y`_aLV>xn7SB*T-2Ru)%Hx&U<Tu$ai`kpGb>Yl-dT)gA"
    "KOAoo6@3(}i`9Qfa!K80=QdmbZ0<^I(ImV=qIB<7nOzSK1a{!JmrTECims&7RD~nj37m^Jhuj6;GXa4x)Xg7rC2x"
    "otW%j$hNroz#Xu`)}fd0ev?eK?ZPOKTTx+U4!>3Kjj-1o&(Oh!JNJ{5wuxkQ-HmppH}JXRHj5)}?!_}kuocs9ZN%"
    "QsQ>T1WYWwa4e#HRK(7|s04r+7wb2XKgl<?A${^%fja__tIJrc=oO(?B2E9V=%d$9sTdzJc3q9kW6D(4mR#=OJcX"
    "TNJ;za}um4)@4lgRRi{<nf!m=}@^ZGh5(-vld{3-3pwaTpvP)xm)=ls%7g<{oy>=V7G*Ks|3W*JLTqNeCe229Mw^"
    "!i3o$2V8fmJ$P0~AXiS_V#ce6&S$zi!FX@}B#?2W8cfeLezt#H5^vK*Gnx$?}A6~NL!wqJzHZS<1-(WZE9<^zQL~"
    "5MrMl-{z`L_n86&cpwV2>I-`Q03CA4Aa<kCXmcM{br?#-!Mz{%yj;!)b=)ZtjsCBRN}}EGJLxPg^P2ANb6muc}8="
    "MVKqq_`Sv#AD_mS&F>@0zWq|$Px;-jgfAmhzYV+u8*F9Hu?9Adq}gsKFpU@X?ZF1Sg?QQJ<p^4z{vqGqb}<Xv69g"
    "~8hCBCrA8QyxT`%>Z<5q@z&DYgTGcO$OfUTH*Z+&MDZO9!&$+PzIWOX~izrK+j9WVy{2D@4JW+*zIywuLL*ZwV@<"
    ">blA&)cAb=*jQqqpv2=hIC6BYTS!EOy4j0K3lNcDDucY%jYf}B+DLN@I^+~j%A8+u(fe6KhLFLPq;pVPJcXtOs2a"
    "~7heO4Tbd%8ocy;WW0HFKEnf7-@4ZV2&VvoMuIAYD1wNGdahCU?ubzdMV8fjUNJC~Id1M{s-kX-PyT8L7uoczsRc"
    "SNH;v);X{;@6Jv7(w81Vo_UU^n|3@Y%X4RMGi7FBan}vQrw_*k0JLLQk4_pWlfXnz!W(9@@!Hcx1G-O6oQDr;{UT"
    ";mT#a=vKBYdj;bz`cp|&ogmj<!G%3fl3eUx@|W4C7R;cM6g8!t>rM@+_56j9g*-1lUy|`Ip16;Tsn;3yA;88Q`+)"
    "D?`QDyFN{&|8hV+L!U@NZQmzD<5k)lof=}*?Os!W`l0b4isv0FrYvPvxzf4X{%^<Omt9Yjx>%zK9|XjM*kF=cimY"
    "pWhD`FdyJO0&B^D{U<UO;mEM8*WXi=lg`$nOtiUrz4iUrLT9M@R><=&jge46BhJ{^?Kf8Z?0%JBtViec{L-0H)u3"
    "i?|_Xt_CY`2aM_NW*NTGkS^@5Wt+;+CF7YSd_Pe>!qypv}6@q?)t&{uMs2@G)Y}es@hh-i6v3w*th@Lc=`LVsJX3"
    "=2Yy<0siiytHTnnb(DX<lT^#S4bAtatjy8<Og9jcm_%91{k#`1Q`Xv^W}n%8xYZZRk{QU%uywQEXVQsU+k5{@My&"
    "vf=>NJ78mueZZtO2$a=#m$)+42JV2ZxPGsAX%gL7q(`OO9%CExUD0o_b#fnD5*kI@g&OYaoX&0!8h{R>Cru_ZErJ"
    "4<9OQm1jwSZ-lYC7Q+clKd85Qu3BX-O33}(+fZ%XRep~ZjpP0sa>HdB^7M$s9ad5@rYmUGHXWgiwS<=+yYs{<SCR"
    "&;H6y7w9m=fPHLzm0A?Q*n=50{RWMt~%)7HjEtnm+>pAB8Cp4Cx4WlwJxOp_6W}2s$lo_M4ENT2ibkdzMCI^_3|#"
    "f>l$pZ6+WN*nogQd<mTiK=fMWMl{o+Ncdc}Y<ZvEruv?aw_dXNAc!Lc#*kHHR`I}`ArZpS(bAtqp*TT?uS>6r@?B"
    "Rh8wt}6%P&Je?t{77nbrGNJ*<CD3)-as402^%GdKvM32F@&it=N8B>>5BjS5L#41+aD2!6m6f$z%U=?lPtfXBN<t"
    "Kg`S9jA-H!1OEJ?I$6#vnEuO@3QybePmRBn<!pJ+$OF7$vb${W4jNXy+WYTtwmhJ{FJ1oVG&g;*4e!){AS*~|3+K"
    "TGTZeP({8Q0%!q|ikP7dLt-Hln&w0g<r*lSr6X=|<x{ZzG_uPw9`mKIksgC){@kNZFLrclUL7aDeEC(q`y#U7q-u"
    "wHkX>$}<h+C11H$BDXmm2k^TQ^m?@nXFyCjbzuf%|W5$X`<o%V{61h)j!#eD(hw$lVQRFdf03)i=+3uJVo6+mvhU"
    "L=0av|89Qkepz?ZSh9qP1;p={MV)h{(lb2ax`P?ez8fg2s9}{`U8)MSE<K5I=tt26Nxc7J|C!1tulgw<AnN2dYNo"
    "F?5%qE%HBr}_2W|Pcpl9^31vq@$)$;>91*(5WYWM-4h?Emeb{09#c{^b",
    np.float32,
)

SHOTS = unpacked(
    "c-rmVX;4&G8U|ooh(ZS05>Nw*4iFUqMInOR)1sh)fY1oW1(BeFA|S4SND?PeBm|=d0X43uh|xGKVvu`2LfoQ8#f7"
    "*e?jb7LM2(3uE~BZMs?3zeW$v}f?f1u5-Nlcmx(?sleeOBucI)ZAM|v+<v(84+X%kaA7#+li_cCFL6YJQ+zpMUGF"
    "KiE-CD5KODn4*bj9~R$G8?l)!>0SHB(d|`tmeID+o}HNwMt??rC`H`tp$7VPi}Nw{kdSWG8CDI4O<87(sA#Qqf-G"
    "t+_05Be2&b+hOGm(U%*fbJusfzjlao)^2Z?auwm<f?cnTB>k@|X_MUa@=;jz?9yV+pu={NFrQ;tua<fw{k$Kp#b;"
    "Mq*=S~m&R}08IY}mSEPuq8!BlECf>zs|u!-lOrTlJK}c*BPMn5wzbjbeOU*q!Qd$+P1TVM%>%Y!|FYZe|AOPqXRA"
    "%vGg{{>UY4*b22B`l;#XTUW%(2M6P`7&dGjuoFj)rt8`EWRcs6<?MSKnTHKq;r2Dh7^<{Tk?)?{d`YWFc57uMG7l"
    "TJf^DJMBzh~-hdh1Fse6wv_*}0~S=EY2WF9tbh1&Uvi4^M=Ob^_xDQ*8rt}6EDTLO+VWF9tbW!hJoO{K5P11Y<s1"
    "zGG~!>df!io+_0BJ;3eE7VTtJe4Ze22p&@tF-avDBjjOgq6)U#oQh?Y%SW|Q&VYs_-Ohp-+^5E7IWXB?S+^cL*x="
    "R?59+<&kS1gQ9PAj>Pz8Mn^1qtA4EO9O3Y(nE5cS^@S_jsCGw9Jon!1ojHLUnIXimLa044Q!Se+BwEQ<Vbwpd0+Z"
    "sQ7?!bnvP<x_rKRT4Po)4Jb3um`r!`1<NabXzcha1xbqaVb8ae>G@Y}iUaqdjyi6=&E`+40ppH#lC%o*#_N!-lP3"
    "yGMB(o%@iH`L2sRx4#3AIMkWlI3I@0!-lQY^}+p#wEE`(<bBSVrp=wh>jNu$-%TjQ`ZsLY3bpUunL;;f1L*wMEvU"
    "y>KkgFMpIzK-jL&)4u(fEn)FhGpx{=gtlPw*H%;)7*^97q6bL0{>>}M$Zjq#*Ev>*MNbdQt8w_=%B73Q(96=4rJo"
    "&0;PcO5}77p;lAPvO_o^U>e1Uz$DAbpl!C-RGlE77L^Ej8&ad;w0M>sQp%-=HE!<HNWPwN5z((VTH{Y=031tE7b0"
    "{q60ZK$?5&-V11k=f(=^-Y)?%9c}>dWV`)B%P<KS;VZ&Cq&2EpT%d20d(lk3U(Cq|U+|(7BhYefHc2IFF&0OG0TS"
    "F`O-(xol{%7v9b~(7_h7J2^m9i_2TJ7|veP&m<n?<dd<Xgx#x%EMIV8hm;z2V0sI?*hI{JAw1R%Y{i1wRUVEwG0U"
    "8}_r*8QTQ1zU4+c)9U$*Q5(e}clKhB5w@aivFkfzm~Tc+H;m!e4X}p}TRZlV!)humDdD9hJ<)@(|EsRKCy?FBU|M"
    "2c&ewT%VFgC^D)spUN#?PYGmCjc-Vx6WKi9MWlz)&N=E$&NE7X4dPFFfq?#0Y!yWp$^Y}h(rN7n_BQO;)WO()nIG"
    "hbvLHta@VJNQM>@^T9@xq4hIj%caUgoPlNuwg$#z1uLJM#MT&?50wl*}cE;zP^QO)bwG<4s1o(YW*a7Wkvu^RX3+"
    "?SFQM9gUPJPyI$yT*e}&KYmq<=Q`~4uNHzb-ptK_0=0~hi!+vZXYaT_B6|a;21xIe4Stfa(gocLFWUJlWJu6C<9?"
    "W#|c=Tv1g}tTEWct2(I8}tWQjO0?eE!LaY|*T4lDvN}wEc!ZEEaz%O!db?E@8t~rftyCku=-w1g7bYb$i&b8;RZe"
    "gD_f?wvBIZI-iB?2|zAk!+zFztWgxTx!QqFS{w0|KU6c#%ur+pwqoqf%cs-Y9B)dRx|b)Zn+d*k4eVIo5$JE&FV&"
    "{VIO?r-roHw{d8U&GE5FncJqY`;_2u_tXl<Gm4K(S(9VYFUe4Q=OZ5X*{UEnk3c+0Ye7kGuy&EpxOT>b4_eu+zAk"
    "GVCO&V4n6OeeWeYcB(eU6?GIp81y~W0G=YDKGluiQlD!?7)Vt1^ZG#AIkVD)AP{xZy}ekVLwOJXZVwQ<}vQMej$7"
    "K9NB@bD0^Az6teu%l5Txv%Xj2fGXuXc^f&C6ZogGKo+?^h;>BWYMOJbH8`%ZxRj?ml>~s{(-1Hp}HnbC78EzwapL"
    "`P?PIHzl;zjqeWLYa1b;XxTs%izf`up;pb|iCl{%`y2?8#J;tfth9?WsPcj=vi;hv&sf^IZtVWA||}<rc#_1Z>#P"
    "S7&~)r=XH!6}CY=ksa8Iv#&1nqoYOZ`I}#_VpSP9Hv?Nc_9oGutW(OwyEl%rp38=y2Vp<4K0jhf%d*>x$<rEGQ}u"
    "Ak`((}%^M{X>wpRY8vh?7+admv3@Ud+7?>HT`;*I@!=Z!v7$gXoBnY>|1uh^{N9roskb_4t*8IyVG>AYT}!SxPo*"
    "w1@^!!<i{UL^|7s{~{Rw&LuB1-|6fd^a~9SHQd?g3#ZvwPHv7=0O+Q4CXtmYT0k)L(zk<pIEbEx>C*D{=9wLI#w1"
    "Z{XXEMHBO5n6E0phlBEZG#u<_7NR4d!JC5;v8~ydpsMJ^*eb$FGX-(*CS1-QjjbUt1j+rFm{l%&ZUXptN*E_IbKW"
    "C-Z3zXS?m$)RRBeDZqadz(e<LLHWJu2P$8e5m|ivEVJ6}u!jg0>4a+|@aa-S_T`9)$hG%18|({{;uR4~u09-FzhP"
    "lbANawA#3Uw;ZxtmOYp~Gd(G>Ws63C@0*<0JCADog4ZZAy%p~e5XZ95nyc(X0;T+4;=VfAuyx3Ov+GKZ%)?fyZG7"
    "LEiaXpB(BH7NW&1V_AqU?@{JN@$p$B3AS#>($Li(Q#;cRIIlcP_zWOXC^wmy8`wO#nGYuK=L#5U9zlABX6WF9tb9"
    "kSIe!Z|Vz8+N0#kxSUHVZ(0ZHp}WyE7$Jl2JxESbAmUpyd4f$!-EZ5!S>~<fs}sTgj%bMc(g}*u_#F+<@yQETEK?"
    "=0u}a4I?gP>R;+Egt1s<bF%f4LU~A1@kTQ_m_b=uyBg$}Q0rsEP2V0G4>`?>$&fHpA&McVy(~Jtw+465pPRX)=*("
    "v-0uZWg!Z*)-g3eUg7*>b<;UUcotbKLB`Cfu-RKUR?36q$z&TZ{IrvypV##FP$32l3&(OjzQ?I?3K+Z)T3A%{d+E"
    "Zq;JGs?bVUSX{{r7D)3u?tjx8PeC_aXwdncJc~~gJ9vD;x;*%6{5D&QY$s~lyM$X^ogh|D%wWyxq<h^P1A@uJRKt"
    "75)QE+uf3O`@HjREvY=vlQy}TV=_5PS=q>mEH4pg$~xq+&~hBG92-P=C)q0`e2@u<9v3ahu5F;{<EogNdp#~Wkv+"
    "_s!WGTS7xO)}dgvrRJFB(qI2+a$A1GTS7xO)}dgvrRJFB(qI2+b?6UPVT)7xz~~9ULTZuKKQ%+Z(CS2GX",
    np.float32,
)


@helper
def signal_of(view, slot):
    """What everybody sees of a hand: the class of each price, then each twisted card by value."""
    code = 0
    for k in range(3):
        price = view.hand_prices[3 * slot + k]
        level = 0
        if price > 0:
            level = 2 if 2 * price > 3 * view.hand_initial[slot] else 1
        code = 3 * code + level
    drawn = 2 + view.hand_bought[slot]
    for k in range(3):
        value = 0
        if k < view.hand_twisted[slot]:
            value = min(view.hand_cards[5 * slot + drawn + k], 10)
        code = 11 * code + value
    return code


@helper
def stake_of(view, slot):
    """Number of the solved game's stake that is nearest to a hand's initial stake."""
    nearest = 0
    ratio = view.hand_initial[slot] / view.stake_min
    for k in range(len(STAKES)):
        if abs(STAKES[k] - ratio) < abs(STAKES[nearest] - ratio):
            nearest = k
    return nearest


@helper
def place_of(keys, key):
    """Place of a key among sorted keys, -1 where it is not among them."""
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    if low < len(keys) and keys[low] == key:
        return low
    return -1


KNOWN = 839
"""Row of a hand whose every card is known and comes to 0; then 1, ..."""


@helper
def total_of(view, slot):
    """Total of a hand whose every card is known, else 0."""
    hard = 0
    ace = False
    for k in range(2 + view.hand_bought[slot] + view.hand_twisted[slot]):
        rank = view.hand_cards[5 * slot + k]
        if rank == 0:
            return 0
        hard += min(rank, 10)
        ace = ace or rank == 1
    return hard + 10 if ace and hard <= 11 else hard


@banker_strategy(uses_order=True, uses_seen=True)
def draw(view):
    """Draw where the best play from there gains more than standing."""
    worth = np.zeros(23)
    for slot in range(len(view.hand_state)):
        state = view.hand_state[slot]
        if state != HAND_STUCK and state != HAND_TRICK:
            continue
        row = place_of(KEYS, signal_of(view, slot))
        total = total_of(view, slot)
        if state == HAND_STUCK and total > 0:
            row = KNOWN + total
        elif row < 0:
            row = ROUGHLY[4 * min(view.hand_bought[slot], 3) + min(view.hand_twisted[slot], 3)]
        for end in range(23):
            worth[end] += view.hand_stake[slot] * GAINS[row * 23 + end]
            worth[end] += view.hand_shoot[slot] * SHOTS[row * 23 + end]
    # First come cards that have not been seen since the shuffle, then those that went under.
    of_a_rank = 4 * ((view.cards_left + 51) // 52)
    left = np.zeros(10)
    for rank in range(13):
        gone = view.seen[rank] if view.fresh > 0 else view.held[rank]
        left[min(rank, 9)] += max(of_a_rank - gone, 0)
    unseen = max(left.sum(), 1.0)
    # What the banker may still gain, from five cards down to the hand that it has.
    best = np.zeros((6, 22, 2))
    for cards in range(5, view.cards - 1, -1):
        for hard in range(1, 22):
            for ace in range(2):
                end = hard + 10 if ace == 1 and hard <= 11 else hard
                stand = worth[23 - 1] if cards == 5 else worth[end]
                drawn = stand
                if cards < 5 and (end < 21 or (hard < 21 and cards > 2)):
                    drawn = 0.0
                    known = min(view.coming[cards - view.cards], 10)
                    for value in range(1, 11):
                        chance = left[value - 1] / unseen
                        if known > 0:
                            chance = 1.0 if value == known else 0.0
                        if chance > 0.0:
                            after = worth[0]
                            if hard + value <= 21:
                                held = 1 if ace == 1 or value == 1 else 0
                                after = best[cards + 1, hard + value, held]
                            drawn += after * chance
                if cards == view.cards and hard == view.hard and ace == (view.held[0] > 0):
                    return float(drawn) > float(stand)
                best[cards, hard, ace] = max(stand, drawn)
    return False
