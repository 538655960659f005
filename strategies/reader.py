"""Reads the table: draws where that gains on all hands together, by what each shows.

Why: What was bought, at which price, and which cards were twisted say how good a hand is. For each
such signal the file holds what the banker gains by ending on each total, learnt from stick15, stick16, stick17, cautious, pub_regular, trick_hunter, mixed
by enumeration; the sum over all hands, with their stakes and shoot bets, says whether to draw.

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
    "c-rlqdsI}_9>+l?#V&$SkP3-hKobE)Azrfw6i^5d2Eh~&2~-pT@qvIu=}kl=ObrpUe4!Gi6%WagvwuXsH4`6*X1*"
    "{|(IGWcxoOvF)mn8|l)?<q;mcaz1%G}1*nB_xoW0MUGY-45$)TBf5Ve5rd%BRN=5c<o_Oy^_Y|rEc{iVuS_Sq}d("
    "0G%Yn^CVz=)gcJ9~BiXF+QElqV_0QqPJAZd>jq8may}CZRCy%Eq-PFf0S&E3N;06u)%INyZO$K{?37J$v%?ktq+F"
    "tV1wNOoG+d78d=*E@Z*g;+2g<AJlJ51+<9eu{Kiu7(P`Xb+8q{<9|h;Z23zFLD`RErOIzZ{@xHG0?BtGUI1e`1B6"
    "nUHx1HWpv&fq3f87nvgAH~Ea9){J8cy`H??wrn2OI2;;k+_)58vl-9&E5Xj`P0;&Vvnh+j%K%Iv8)T;Z9SjzCM_u"
    "J?+?os<0;9X+GOI+=$$6@0OTM*uk_fpJ$1u45XzAzVH%kuthqbSdEa;_jj)g*S;E!YcbehcL3)TCQPDRIhJI&dH~"
    "Bk{3@IW8*Gs~f73deDh#FMec(P{(<6f2T^|AG!3JBz&PzJaq?aQ+$<^C{h7A3fFLr;IRj!MG^I(H5Qs?s%5-7$Yk"
    "bZVDp|m4sxwP1qf8tle;5^u1i_`h*o#)UOa(~J(GbF?Pn|Ni<&BC~fv2Y%2utn;8{7ZAFd~*QB<vvT>?o8ypO@dh"
    "2!k)Od2OI1*^m0gQD(w!NMDOQYk=^iO?mf1zB)YmgyaXHW{7tGn=h3F6aU{PwoWka4l9$mp!ecD%W5E_hzh$*Pv}"
    "j2JU%K)VV`rjOdUh*!&rlk#ZOW#*o?-9G@3A?dy`>JDd~n?X8*GuzCo^<M(6Q{Td}N{{&TfGXb_Z~NRbdF_hw0LE"
    "oo@ucDgJOCY_P?CMtkgJD$X>evYL&2bzqz%XIUVe2ODe=J3mw&OP3ZgGT3*8ulBOy;m2NLw=ajld9cA2>;B-81ls"
    "uhNb<O(OLG^e^9KJ4m!IMbvHuM=*dlfQ;e*+9r_PTqf6<kOPWIt;kzVY|eqCJW!3Mhxz3iq)BFilk$Z@+l9gWE6^"
    "2%ir(_9012{zn$f>>^gBdxI`=*OgooD9Dd%G@h)9}Bi9`aSY|@-NwHA4<_zOo%(p=C?BP(QmL@t%DQnr;~BsBR=V"
    "Dv1C%7u5>_3tjf+3)qSZ&%Wfy|>L2r&GVFs3tgth~y${%6i*!C2v92H4Xy&>+J6a28iNFTC132%h@FVw`d3-W0W8"
    "pG0I1e`1B6ptMpG4O-K1-!(7J|RS8MdmEJ)8#{>^Al?pg4x+FSn<i!R7qlG20}*7ap+}bFt<I8}9sFQuf7CkG&pr"
    "SpPbAFsu`jybIZO2RFC_HrQ?G<%i!U(V5Oc<jYN{up);)EcjM($Pmxa!G=3ek_+bXWOCPm_NF!Pc@wt@V;&sBGe)"
    "pQ({E*jL9bEwe0}QlVHCfmjc4d!w|)neIdNP@r6nc2v}71Mh@SlM-T6-OWU)Sw))>h77T1BSK*v%lyBx2QvlbQei"
    "+N+-3D?^18`y904Y0sHGT2~?bUu0h!5}&&cV`9*?QqrtY_L0k^Hb{sNGEp(_n<RulfE~c2OI46@NN~KNcuo-NP0J"
    "FgyQgSQbkA*yaXHWJVD-QoJOHB))ce7lxGd`k}S|Nluk?>2Y0|0MZaZQN%YJ-Kbj-!LZ96*=A*S|G0ivJ(QmL@b&"
    "p!VYdkg1cA(ioRs1{c(((+`Z?Q*>p8RP}b%~^i^5;pb)|wk+l`&Q9QU5-{!ND}kct3Z_j#N2YnJgRU$G??7EoXn?"
    "HjB<xji>S;d#d(a%9ov;!B)OLSS9=RE6fk_$6;|_he&@PcnLPx;+$i(&8$hW+d{$=F4(sR8|-%C<qL0x(5AG{`0h"
    "^2SkM7KcnLP#dD8n>ok;3+qaU3$(c$aAsbY%x!Egs`(e!)A2Z^*f*MpMg9O6l`&JyqXMs{j=DEbX{tM1KEL@c?;Z"
    "0V5Ydpyg=naQu3p@ZnjpJvy&DB7H6Or!J$a;up~RKCyV?=X&>vTOOgbPu)c;rU-@bf+d$PzPHXTlrP43U<`pS#;_"
    "1G1POW9lhYLO))Eyg`OAwtCBHEIq@DZdgssHr3B}}2D`21*sBF@l=*p<>#=h$!%MK?&Qqiz)0dpGPI1?*E7;?|;S"
    "SiM>i62z*<`fKi0*!F&iAaYV%k0-=r`D{z6N}`ZW@*MxXO!#nDXr8MmAv}_N&m7Cf?_FK9c5dKg|QXTS%T6Zz@&w"
    "n)~3?FiKyuk{3P9R?A+&#OvNvQduWa*IvQ3122-g*uSR5?28L$QAx6lQm^!-hLn2#MnF2xi_KTbco$DT%!QP@4Eq"
    "pZV~%~w_wW2*NdYCN%FP3Y!5y$g*Y6uEeCTA+R^I=M4XiQ~=VrieoBP=9f+d-xlnFoGu3^L0jzI^}lP2@g2_ssY("
    "^p8I+sHb}#;bh2lfK5_m(L#<`}UNoW8Ls@N<BX;d7G(gO=5G>n78-!P9L|~Wbu+e>Gd(9XG}Noeur`ei;+Gm8IvU"
    "$8N5NEz<LL4%&|}V`G%VoWV=C-*lv)(9k4~$@A&23<lbdJ*PT+p+`|LVZ?N0sJ~sTGGu8GQ&G#7Bv3v5d=pcI1WL"
    "}RRMAeJEc;DXjtSmNE<!ch<9;acE9v80ZsAat~ELMl4C#u!<e8)O&c)MTkOiYcTNf$jyk)}x(2f6bDea5j@a`ja*"
    "-XCu$=OwF;V!Z=4=Gdo9YJ-HbhU^p8M4Q1KutnGJ)eEN3{lywoy7M`<CEp(X2D?q}V@m?VX}6@B+uNqGM;^n`LG+"
    "}_WTu9Y@A9v>CyQb6gFRKgCW-D9NE>wvc(*b8)$$DHz<gIq=+?E}fA&qC>m6mLEq{(8GJ5cSez7d)qJh*h$X}KJO"
    "MI>lY_L1fwW0r@^&HNFE!KYPKC-3aeh($+H`r~}LGMmMWaYh*-;x$FbPzrHs|+|}M_TWX;q1L~_Q#&6W*zcL_F%H"
    "??a7zi+=q8vgAKOG=ab*kUD2H!Y#iY{*kE@M=YRRGm9AkN&Vvnh`||RS&jc{uV1o@d*zI-xX4zh}e)AEo9j9<f5B"
    "!kj?Xkih9@t=u*!gRfqbTE+9=#wd;!~ab3Pni@hO-u6gWa}XhWwC$GYepgw%<nkhST14GjL`B>^AG*@|02JbYvB`"
    "3oXN$1@z=E^VUvXntW25zqYteEoT<=Kh>wgOXmEb-q&h5TRtG{C@-JtsJ3?py;8N#^`CII+^35>-Q0DF>%XbVyAK"
    "<|3X(g)d9cB5A=_bBHZ?a7q88A7PZzS(JkAf+o)!{~?U}rwzf>8^K6|At@%>KLWZIEyMn6@q;u{K$B`b<6nD%nje"
    "2@FTG^SC&Z9979@?M_J=L-Ft-(drPZmsWTYuP;5HOGc}yOeO_8`Fh~8JVney_w3cY1{k)$+@S34~woA3Z?&Hdn!#"
    "^WlSdATSCoE(5I=iIKz?BuN~%&=SqZoUZJc&@}jhQsE4#B^P;q+WAfSCo^*chF&>$hS#JF5T4wKS{*NCM^^P~jq&"
    "3<91H<2=qW",
    np.float32,
)

SHOTS = unpacked(
    "c-rmVeOS$R9|!O}G_s}C)Nq<~S2L-In$r0mA=FN(lgd-7B_fsNq0-vs9$H!r%Ms=wAsO4<gUI=PKWUzZnHDX!d0s"
    "<04YScbj9r)O+I?Sa%sEc`op;yuzUr^n)%EjvJHOxe`#mQEgSW}xZ)SdIG%c#JBDqA#8`G>jJ16Bb`)=N{2QhdGd"
    "&HYkI?zkTM@)>7O1@5E6ZfduY#-Tu^FjW$UC<?;51427N9+GXS_*8~uytUM{K1W`Dn6E)t_?=#VZ+t~yKK@M<mgn"
    "$ziQsj?){9;!-lN~wy$3(1s|Eh?WSC30R<D$dDyV^z;<w!)5e4`yt`)uJGLzboreuu59~qPeW-4}BRBh|Jvt8?ww"
    "~C_4BY9iJYR~=!-lOt_N+rUIXVv;w%*z3JZ#vyvt@q~TyNO0AClV3eJIA;h25$S(|C70!YyggwOvxH@!Ocuxl?TR"
    "adTN&q8z=14O^tP!w?1ic;m8g>C2ILErtzS5A4M85p*@zo-CI4WXeOM(RtXgMQ%4b#!#h&jC>B<<SRNxvKwn7(Rt"
    "XgMQlskOsCf(y~)$Zoci|rgfH~^kX5aTMCW0{7O7p3m`Jg1fppj1iqa3C<gyYu|J1LJq4Tg|i_^Z`W+r`B;ZM0X7"
    "G$x1J+JDtK^RjRiq6A^EmAw-)tRK)5J2(D=V{CJ3B0RS5G$Y83HSD}Ve8QDo0dkq!XoIS0ta##T*7@qyGvtgJD``"
    "aVgE&{z30&SMe$T|aWI9=Y(>K?zY`1$DsdkRTNJk9yf4jvFOe@=dX}*hF&f=>Rqp9WV~woYRL>La!-`+n%yC_1Zt"
    "H#Vx&s@wNbPARL+EJsCO&-j0G!=|4O<WFWkn%W5N1MCjlUE8Ci$cDuwje+jCN==m1J5|d0jqV9vCmp%?U*3VZ#=&"
    "-LE2!&dz6KzV8BGKFooKAAOZwI~Rh^!-g%^^})l5l>g&!8hX}*W-VO6oBS&W{+dvP^>5g)MQY!^l|<L;{pj3h?Wk"
    "Y0FL#L=#xCqP!RtJ1*gCY^tCPuo<9Hgd)s~J#7VwIy9I3U^9KD1M`!Qm_C7ujJhtSW-w>epSA(VSn;XW3&DD2^<Q"
    "hv`S*Krhc!HT$h62F>Jfcb{~%<S>5Q%RC{hew<&kw)a1$a<#6X>3oR{tH9Oxt7Rle=cD6!&aYWMQs@FePF{DsXb&"
    "(4{~ay9Qgc5L!2do4O<UvPqiO;P0!=el*7UmHt0NT*dn*t%?P@b|2&nY+X?<|C)l#quIM~$*gCcYN@8j5VprN8tm"
    "6NQ-6EBrzQbNt;+Y#Z?7vFtzBuZ*cPJe)yUg7z>V;&VBDU3S5V`{!whryh-zU?FHbErkR#a4(%WoHcFFk01J#^Tx"
    "A19}66Ugd@8|_VR;&Uc!5k}oQh&@KwqOyhFZ%~H<GitqgBEM>cJ#^T*v1`6kP+4gyFDvbj8HD{mX>?B@yS0I|!n}"
    "fS^z6k7jqPQMa|s%`kFA_r!khDIJkS5w#2!Q*V268T*sw)vcfQq|j#hXv^LZ{fYXKX!9@vu`0?1gojSr<0Y`vKeI"
    "u9Fm3$Pu0qiA)71({x{6H3C{%hVx3=p}5}kCC^Ur_i`qM~dBA#<ThklfGkUA)7FJ47vkb6t==JnVy^DM>7>|X~z`"
    "_A89m$wR+17^9}o%+Ggz%s5!}vl7g!F4@PCG4D0W)Mh*L+Io>vkB2}Hq@Vp~8&nnmWoCF64(+tUe?w%c`l^M)(^0"
    "@c?{@2snpAMQq-&T($Rgf#ydN1NRC#SKcZ}!p1|KCe&Kj-(t;=c)z{W0hzY}n$ojcgoAy~|F@)B~|@4;yw1v0r*O"
    "gx06;;JaGqu%H8e=p}5}k9!|$97SEO^q`Yg#(eE})l5A%7~O#_8hhL7*|b49l#*v2<jIOQQlExqc6{(S%s1?3YEx"
    "t!4OBSOLHm_F%gKXPT(rRq!hUFWemjviq)TXoX)o?D{jkQ@+5FwckbCxdK4-yDt*qhsUuJZ@E>qCfd^=ZM<eIQ2-"
    "k3pWcaNe@(_QE#FC&Uwk|K0E{a=k-lhm4(y!eAhewGrt0~@vu?2CniD06p~=h1IpLoZ>&eu6Y*%E>+JIQQJNgx&i"
    "Y-GMDCdsSKzS?;u?8@p}!p5@id$TtM@4f~nfuhmZ>RmY3GM2J;or!=$iy|7*d`{7}yqG;~cuX$hxJLz*{tu;O;pH"
    "B{>1uK^F;@jC;Su2=u*@sH2>ZRJ6?@I?>CM|d8sqHiKW>9I0g3>N@r>4{f{#L*Oo)@Q?&q64PKE#F88w~3Zuwg%0"
    "PXA<20j0-PwgLUo9oV9?uPpJUW5t{JE1#`nRhc+916w!tR>7XEQp<&3uhp^st43i4VLvh-*I3f3-0niktY+3)F;?"
    "SqvS5Yz@9#g5$UA9e25(Pl;D@B|Ywi6zPRAs?r9ba<8<a$Lulkc|H%ofXdOh!PP$}3A_tnTXc`qY_H>uTl-hmDKN"
    "#EblXh+WL1gY~nDY^q&baujGAM$FupPNi7WM1I`m~YrRvBQ7ypz~cu@;#Dz_De-5W)Sux^JYwMs$DpYckkN3%HuS"
    "@4|so#)1ugv3zv+wGK2l&j7e5gtF`?d$N0f5{&{CYS}aAJ@g{Y8D>~ELiy!DVhP|#d)5!JyWSxqaE<b|j9oVp+Fl"
    "kLv%IdpMSP^4`?!XqEz5Ja?baSBrm2H2KZ7gube8bj>T^blpyQH<;)j6Hr89Ep<2>X%AOba3T;xD;3i)9IYyfr>2"
    "F<k;F-=vVYAGKdAdoTy)dQxKhb}jzBZ`yp`xt}SEU!=&4j=YCo9LqgpF0&8v*W|w?-d6`3wjSB9^j^!+dDvpLP3|"
    "~TNsrr7%r|UZ**>j<$iZhRzbY$cm_gWomYyeE$nc|4oUK$bZOqB1*?q{qt2ckIaUVYG8a8Y_u{)?ckeky0bRITrJ"
    "+c+;!Z<n)8+MDd(M#B{VZ(0WHp?DHYd0L`M)B%_3j#N@ygd$B!-EZ5#P+4C5tMP&lwML4^T{6Fh2mtjCf84J)&e%"
    "{zmbriGH_-AwrFk3eS>N5nrS$*09$AF;?xo3es~#o8CQ-o3$Xt*?`}7t=wn9wjfM4EIkRB)A2TXCYs)`3{YESMmp"
    "#LdaMfh(?Tx-(y~gvOaJJmHtrs=!Jj>1AZpAzFAHoV#TBGx@Ve8PI9~w=IYOF{uQS!z#E6>hJxy-(sx9mZl#=f2v"
    "P1}?<^lQ~JzOG0jT~boXj23I=@3_BUFogoHxzOw9_VR2#OX%V80qb@5pYgZZ+T}V?*MX&6a%HMeIW3d5Y0%v7y~Q"
    "t(JUXd)|Cm~#NcL~Gr^>p;Uz3$pF?1x)mO8&s!1Mb#s2bnSWs$vIWH~mYWp$YmPyKuEc;A~&%{t1X@-kJD(W{uN+"
    "*YrziMFpduE~?xzX93$N?Q",
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


@banker_strategy(uses_order=True, uses_seen=True)
def draw(view):
    """Draw where the best play from there gains more than standing."""
    worth = np.zeros(23)
    for slot in range(len(view.hand_state)):
        state = view.hand_state[slot]
        if state != HAND_STUCK and state != HAND_TRICK:
            continue
        row = place_of(KEYS, signal_of(view, slot))
        if row < 0:
            row = ROUGHLY[4 * min(view.hand_bought[slot], 3) + min(view.hand_twisted[slot], 3)]
        for end in range(23):
            worth[end] += view.hand_stake[slot] * GAINS[row * 23 + end]
            worth[end] += view.hand_shoot[slot] * SHOTS[row * 23 + end]
    packs = 2 if view.cards_left > 52 else 1
    left = np.zeros(10)
    total = 0.0
    for rank in range(13):
        count = max(4 * packs - view.seen[rank], 0)
        left[min(rank, 9)] += count
        total += count
    if total == 0.0:
        return False
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
                    for value in range(1, 11):
                        if left[value - 1] > 0.0:
                            after = worth[0]
                            if hard + value <= 21:
                                held = 1 if ace == 1 or value == 1 else 0
                                after = best[cards + 1, hard + value, held]
                            drawn += after * left[value - 1] / total
                if cards == view.cards and hard == view.hard and ace == (view.held[0] > 0):
                    return float(drawn) > float(stand)
                best[cards, hard, ace] = max(stand, drawn)
    return False
