"""The player of the solved game, heads-up and without splits, at equal stakes.

Why: With a fresh pack for every deal no banker, whatever it looks at, takes more from it than the
game is worth: +3.8243 to +3.8252 %
of the initial stakes to the bank.

Weakness: It never splits, remembers no cards, and does not punish a banker who errs.

Source: pontoon solve --set stake_max=10 --out strategies
"""

import base64
import zlib

import numpy as np

from pontoon_sim.strategies import STICK, TWIST, helper, player_strategy


def unpacked(text, kind):
    """An array from the letters that it is kept in."""
    return np.frombuffer(zlib.decompress(base64.b85decode(text)), dtype=kind)


# The initial stakes of the solved game, in smallest stakes.
STAKES = np.array([1.0], dtype=np.float64)

STAKE_LIMITS = unpacked(
    "c-muNU}Rtz01N;JfB+u",
    np.uint32,
)

KEYS = unpacked(
    "c-l4Hb(oe#`!HZYTDn16x^oF7rKKCB8zq&NR9Y#41(j4<kdl;?M(IZBM!Hqv`;K?c-~MwRJA3Tzeb3Bw%{=?;Jy("
    "<{;Ug-e@hwJY48~+E#%3JG<=c$M_)NfrOvJ=Y!lX>b<V?YoOvThp!*`gL>6o4wn30*7neQ?SvoagAGY4}r7jrWY^"
    "D#dQupkSuFpID#BmVF6kzphvSd7J4f+hJL-)AY7W*L@cIhN-KtiXz_#LBF~s;tHjS)DalleJizby%16Sf35pkd4@"
    "wP1uwlu^C&iC0nsI+psO$u{}F*Ps|Vrd%2JM`8)sM0UqLE9^o+_=Lw$VX`bO({>k&az>B=Z%e=<xyuq8i#e2NZ2Y"
    "kqWNrD48h(kGy!#RQ@Ifi5T6(?{aCoz)KIGwXNn{${WeJ~I6GCvEjAd9dlBUpkZ`5w!#EX%PHE3*n~vKDLebk5*k"
    "JjV;X$V<G+YrM`|yv@IPpAYzu&-k1#_?mARC0B5C(csq{#|fOsNu0u|jO4fcj^A@O=Ws3;a3L4*XD;Uo7B3fkpQT"
    "uaWm%3DSdo=jmDTtmYq2)#upt|<F<Y=DTk&S~;2qxOeLmnrKH*b7<3IeDZy2RUFeYO$0TXh1<KPU=<ZRC2T+ZWsF"
    "5qG==UQ%Im3G1Etif8W%{pwrhJ4XI_>!;qhEaM1qcR3#a?$6mlRt4OmvK2)a3$ApEgOz9-fYY!Y|4+=jLq4St=O7"
    "v*^cemft}cyAM+D-V|VsoPkzeY?8Cn7$Nn75AsotKj6FFRkMWt1iI|wln4Bq?nrZkBGcY4FF&ncp2lFvM3vm6c;3"
    "jV7R&L{V?&L1+=05J{?>xlAJi?Pa#nU{`3%tlqOM+e4mEGBcJ=u%B*@yi(fS+>+hjJK4aui2%JST7>Q>_iAWjbbH"
    "MrL9bW@R?!WG?1reimRsMz9!*voy=FEcb4=590wI;$a@)ah~8wp5a+u;6+~N4c_B@_B&v|#6cXwp&Z8H9Kn$s!wH"
    "P!Eao_4-^0Aj&jKvSqKx3_tM(&2#|ym3OT5PG9R0vPf#W!V6FG@f8Oh==?Ymf#@9}+>VOdt>^;qGR=?&iGE#Btey"
    "u-V^&j)<S$9%%4e8w02hyU_FzUCW7i5-l}XpF&_jK$cD!vsvoL`=--NrN*ule0O8b2*Rmxqyqggv+^tYq^eFxRq5"
    "h1go<KYq2)#us$2GA)Bx%Te1~9up_&%J744qzT_*uVU*m)gV7m-F&T$(nUIN?f+?Av8Mr7SxRlGdoGZAJzi<uLas"
    "xMVE4Ohs_wXPOv2poeGd5>Swqk3xV|#XBXLe^F4rc6{!FY_%giOT5OwJTs-z2z+o4J+SxShMWo1NMRyRa*}vj=;!"
    "H~TPE&tO_+U`A%;-hsjW{GEr`cXY5H`*Q$4=RgkP5Dw)qe#zk+!I2!zF&xXUIGz(Yk(2lhr!tb$IGx{e7H4w~=Q7"
    "8XU>@dWeimRs7GY6FumsDn5^M7G?BHKK#|ym3OT5Z!yv|#^&u4ti(LV*h<~UB^L{8!qPGuy&<!mnC&n&(!_&!Uq4"
    "9l_{E3hIfu_|k^AzSd~Z`MQJ<$XTjLq6p*PCsb9;Y`lv9M0u@E?||j)(O^NE!JioHef@(xF)~z4gdd!Amni_dMMw"
    "r=_~m?PWVf9EXHOW#^u|L$M{UhL`=-2OvdC)!BkAmG<=8YnSmLZiJ6&|*_fR<n3MUKp9NTu>yrgHaWl7a8@F>8ce"
    "7K*U>9~}clKaU_GTZZ$`ee>bj-kv%*3qB#=XUYfA9bg@i33@1W&Tx2f=|H#33BYVI0Ac%uy?thk2Qw1z3<p8Nt&{"
    "gMaY?FY+2kcL+{k<e1<zPUpA$j^A?zXL2^@a4vu3JkI9=F5+S?;ZOXT%ejIpxrS@Gj_bLFTe*!@rUt9C25Yf4>#z"
    "YE^2MCsOTOY8MwuIo${38vMN5NAxs1!Xf-AX(YuR{xuo;`PC0nsI+p_~>@05oap9z_WiJ6=!xc-nh=T>gxE_V7;{"
    "4!hI@J?TL=3q|dVs7SPUgl>37Gz--VNph~I7_f3OS25ivLY+7GHbFHFC-6+&J>)$GI@jdiwCDy2+n4e+I|k#jt#E"
    "kdT!uG{>n|<%&pwU?cBkg+{NA8%Y8h^Lp;HgJkL&%!R}1;Loh8faPKldkB8ZBLvSF6a42)^GTyB8c6evFGOMsEtM"
    "NltXARb3ZPsBuHef?GW(&6Gixj~(T$DMuoQ?AZTQYXZU_zewDtMBoc$#N;mVfdup5p~x<RxC?b+(Te-bwGkj_kzF"
    "{FtAx3%jx#yR!#-@>71sUhK_2?8|=a&jI|L138F;IfO$wj9>6e4(AAt<S35j7>?yv{F>uAffG52-*7Uga4MgD9em"
    "Cg{D=SYKfdHEzUCW785fMoXnc#&8G|tyi?JDparrjmGXWDa5fd{xQ!ph{F+DRdBNt5%F6A=*%;j9cm0ZPNxQ1)Fj"
    "vKg<zj8CTavQgEH}`Na5AqNXv+=xOGd5=nwqz@|W*fF+dv;()cIL<Ygk9O4J=l|d*q8k{m_s;}u~!7+F+LM8Armn"
    "%lQ0>RGX+yJHPi4Nreg+XWF}@~cIIF{=4Sz}|24RYo4JKsxsBWT8+URScXJQ-aX)|O0UqLE9^pxz;%T1e1zu#QJ@"
    "PNRvKzaz2Yd2U_F`}LVPE#=01o014&_LW;&@JAs$;>lOvm)hz>Lhq%*?{9%*O1@$-K<Z2$tsF^T9uOfCqVqhk1lY"
    "d4eZ-is#txw)KdEIG95?l*9N1M{p!ZaU63z3+7>7=4SyGWKl-&bky)4a%Xs!fATM0;6+~J$oRq09K*5vieGaa$8!"
    "QFauUDcWKQ8!Msgab^ILw$?>UpRIGb}gmkYR%i}*8_a|Mg14!+M)EX^`3%W^Ew3arRVtjwyc#u}`}+HA;1Y{8bin"
    "I(9KcX^NZ`G61kh)?*G&-k4G@L#^-8%D_*jLBF`z=WJ$AUK0FIg7J7hjaM@=W#w4a3L3S372s>S8y%YaSOMy%KO3"
    "UtihVB#oDaHx~$IzY{*7z!lrD_mTbii?8t8H&KH$~FZqhE`G!%d1fwz<qca9$G8W@7J`*wp({oY1;8HH*&s@$GT*"
    "*~j!?j$;&1~E<*o@8Df-TvKt=Wd{*?}F|m9akw#$$XYWFjVJa;D(=KEX}g%5B`mPG1B+W_P9-A56(qOwBZWhiRFP"
    ">6w8UnTeVCF0(KzvoSk!Feh^{H}f(d^Roa8vM3{1jKx`+WmuMbzYYGu13bt>Jj^3J%Hur2lRU*UJjV;X&U@@PKRA"
    "$sIG95?l*9N1hjRo+aummK949c6vzTLLFc0%GAM>*S3$hT4uqY!~j3ro#Wmt(dd3uw51JCh1FYqES@iMRS8n5#PZ"
    "}Beg^BG@r^j`Z8j^lVv;6zU1H=N2yPUB1#KW^P;DVAm#mSs7XXGK<GW!B)$3)XAi<$XTjLq6p*PXF6F%GsR5`K<E"
    "Xdc}XEg(oEzBnU3#A};0<{=}tR#-F*IE4Y%YxSGFk4cBrV*K-3m@>g!=7H;J>Zs#uU<{s|lK_22^Hck_4#^!9nmT"
    "bk=Y{T~Kz>e(7*x7>d7@rB4kcpU>Ntm1|n3CzZzF=?@H**WOavQhvH}2wY?%@G;Di!R)uI$F{?7^P=l)c%9eL0A!"
    "ss__C9n&)dGcpr1Gb^((JM(gH{oo%wz(YLDBRs*A?AIzdkV80>BbcL0Fh3(E1dFjaORyy0<NGYd(k#QWEXVTvfE8"
    "Ggl~|coSe4cIA#1QEYq2)#umKyg5gW4wTe1~zeiyvMyS&c_e8@+9%4eLuAUK0FIh%7hm-D%RRaOP7vj%IiHtVo18"
    "?Yf?Y!1HUE52crEy1Xa!I)gMPk!YxF6Roa<QlGJ;}h~0Te20~GxjBUhPxAnC*}5VFZXdjf9D@Oz=J%*!#u*HJjUZ"
    "Z!IM12(>%koJje6Az>B=b>%75xyw85`1P5{uhj1u|aU^qO59VQB=4SyGWCTwa3jW1&yugdR#OoYgI`}omaRMiD5+"
    "hl>TJU|AVOid6pg-7fVz3b#vk9B>BQ|4mwqQ%PVr#ZxTef3+c3?+#VrO<`H+E-l_Tga0o)L`4giOTs3xk`umD|{9"
    "b+8M&vj<ac4W?xVX5`-e;(^x_g(pyN@Fs8ZHvi@w-sL^s=L0_EBR=L+KI3z~;48jnjKsm&X@j+L1m6@6E-w@8Gbz"
    "}Y{n(!a_&Eo15C?MzhjJLd;0TW7D2`){B;iTkn2g2PjKjEmoADT*37LqAnVcy&^_yTMr*S&J<#+s^GdPp8IGb}gm"
    "p|}F&f|P8;6g6qVlLrNT*_tqnajC?E4hlR`3u)@E!S~9H*h0=<tA?7R&L{V{>B~L$!tl(liJytgE^UtxtWJ~nU4i"
    "nkcC*7MHs<iEY1=v$x<xMGOWl-tjwCM#nb77fAJj8^CB<tGOzMFZ}1jx^Dgi68DH}aN9PKD&2b#hiJZi5IE9g%#&"
    "7u@XL2?d@MkV(@rdC2EXC3+%W^Ew3arG+tjcPv!CGv{7Hr9z<$`y3m-qO95BZ2s_>9l_5C7#WzG2Mr!30dm={15g"
    "IFqwDhjaM@=WziSaxs^2IoEOvt27B#XARb5ZPsC3He@3<=Zkj1mwd(7jM6?BmC+cJu^69=dIXnp8CP&6*Rt`zU^B"
    "L2?9suve4A@02iI{uH*h0=<tA?C7H;Eq{>B~L$=%$;z1+wBJivoI#1lNpQ#{WL>@+*rg<aW=J=l|<vKRZXFZ**4h"
    "j1jvGu2PQv`okJ%*ag4%q+~t?99o$%+Cmx=H9izKX`x#d6-9dl*f6Jr+9|vc!Ae>kNtiN4&)#X=1>mf7aY!!9K|s"
    "l#|ez&Eao_9{bOF{V*wUqAx5wmOY!s>>l4rMJTLMRFY`KY@GeJRv(9iFCvp-aS^S~(fMt2}rS&CtIJu=#vS4LaVO"
    "3V+hpf&TtjXG}!@8`;`fSKXY|JKX%I0jz_Uyop?8feVks<h!ulSl#G6thE8e=jR<8x8&;8HH*&s@QkT*b9q$IWb9"
    "EZB_A*@CUunr+yD9odz!KM2NSd?sKbCT0?*U`nRr`kKK_+{`W9#_jx#ySax4*r{o-3%jxhd$JExbqJ<qM(*tyJUJ"
    "zJil=#oXZa`p;yIq@MPA}%Ug1?<=MCQEE#Br`-s62f<ug9#Yrf&=Il-?vj^jCzllToIIgK+}d};7~mSSm^WjU5-C"
    "01q)-dq>F!@Io42Ykp!e8%T|#pyeOGdPp8IEQoj0~c^1m$Awr`H3}Hn|0WbFV4ynjPj>=zb@XAhZC(jvJ*S=V}8O"
    "e?8<KJ!Jhn-pRpJFurK?uKL>CS2XhEVa3n`@JSQ+!reIp8V@76THtx+6{DTL0m`8Y${fY+%auA1d7)LTkg<u}$Wd"
    "Rms1W(rr{>6(N{Za7Q)ZlZz;6MDA|M4YX@in7F2BR_>-(qyeWGu#J9L8q?CS-D^V0tc^8(hj2Y`iSkjI9`ZLogl_"
    "asAHVCT?S=!}>o(IH_$EM{^9v@+*GLaU9QyoWyT9nUS2v>72<~oX-@~f+?AbshNiFFfG$DJu@;BGcy~rGcOmU3@6"
    "qt<RUKS68^-cT*eh#$+avxJs81aEY1=v$@lm^%W_w$aFX6`?%`hU<9`0mKX`x#d5DL3ghzRd$9aM$d5WibhG+RF|"
    "Kd5G=LKHmC0^zgUgb4j=MCQEE#BteyvO@|z=wRq$87X%urZtPBQ|4mwqPr^W*fF+dv;()c4k+0XCDq`?D@fXjL!s"
    "2#KcU(<V?YoOvij&zaqGao4JMCxShXo7k6_H5AZxYZ3=c_S9W6$_T;DR%|7hQK^)IidxL42j_H|^nV6YbnT^?*m!"
    "-M)n0Vp=9^_#j;ZdI8NuJ_4_PY=q$Uz*;p&Z69ID#WNisP8$?_eJ0WdRmsQAY6eGjYp{yvEVd!bzStQU`DH7XRiQ"
    "-sL?$;6py*6F%iLKIcDt#W#$ZCYXTJvj%5yCTDRD=kf>6=K?O|GFB-Vtj-#&$=a;Lx@^FPY{ce#@qX|nU-31glnO"
    ">=G{#^|#$tRfsuEnvW&D{dxRR^5hHJTwo7uR2uo;`P1zWK-+ps-5up_%NcB^1K#%CfXW^$(B`cHzJxQ)Bmsc*3Fc"
    "fo$_&(ArKgE*K&IgDR$I7e_KM{x|taRMVbi#Zkq^Dr;-u>cFQ5Q{Q`#aN1`R|fy$IiBZ5UgBk5<8|KPU5?%y{F>u"
    "9o)bBV-*74;IgK+}d|&W=mSSm^WjU5-MOI>E*5J+K@)7Uy0Uz=ypK<y{d4zK~pH=Rdx9@}#jpOib#$$XYU?L`F5+"
    "-AEreI2@W;$kLKCaIe+{De?#_in2-Rx8-*o9r$gFV@seVD3rFfG$DBQr58vvF_L;2%7|!#u(hJjs3yf&)2}BbcLg"
    "aN765>HL=8a|UN}7Uys-f8adM=K?O|VlLxyuH_b1Ss1L&+HAlVtAZ~XWpywH7i|eH<qEE0<Nd*AY{mABeKMFmZ8&"
    "*52Xitv^Dr;-u>cFQ5Q{Q`#aN2#W(3!B1ApZvZsrzl<97bWUEIw*JiyB7!inNlSd|~LI%}{t>#zYE^3=@WX`bPq{"
    "EHWPjqTHi6U{rYBRlaEKAjbO#^-#&fA}x|<4eBcYrbKW*}<rc#<v)qF&LAv7@Khzmv1v3<1+yhG7%Fq36nAzlQRW"
    "VG8I!Z4bw9NGcpr1b5w?KlKg0n;aB{c<2Zp6If+vl$!VO);<<zGvlPp)EX%PXEAeJT@DA_tJ|FNQpYj=}mk-Y1Ow"
    "Q&U&gFbAV3nG|>a4+9tj#)Xz=nL$B>0lA_=ZuM2BR_tV{%dZ;8HH*a<1S?uHjlX?ip;xmTblLj6EorkSXT`Q!zE)"
    "VOpkR24-X?W@R>JXI}38DfkBu@DLC42v6`N`>hKO<RA{=P!8h=j%1D<!92{%{4BtNEXoL;J{bIq=Xik^d5PC}ouk"
    "i+H;&^3PUIv`Wh9GV7hf#HvaHCP55)}^W(*Z17I86u;!-Z-a<1S?uHjm4X5&1;W^B%uY{k}W&kl@TJQ$DhnUIN?n"
    "8}%f>puu?;%08;Hg4xG?q;W2!7l8|?(D&y?9Dz*^-(Y_GcY5wa&L#=Ar_k(EY1>qkMFY-%djlVu_7z6GHdYW(%>E"
    "5=L0_F^!33RoXt6$&ni2E)me+R*?=z&1z++FqZ|&#;G#dxJMPI8DxK`*KK{->cz}m^m`8YmCwY$j@&<=6M~Ps5o~"
    "{tQz|pmX6WHj7U}HAnM{LICY{^z^&GziTj_k@CnM0+Qo4m!pd53p-pAYzuPx*{}e+>3xe}2w^9KxX-!B|-`hPdV1"
    "OvtJ8f{~oYtXV^)nrzI@9L&jF%*{N^%Y4kw0xZZvEX*P-$_N%?ah707zQ^}jilteGWm%5pS%DQ<iIrJ}Rauj@Set"
    "dYZhmk*H*h0=<tA?BHtu4lmBB9T&K~T|RGWionSmLZm3#LF|KK4W<_Y#Y9vsLa9Lf>QanZOlKMSxZPyZeKix+s2*"
    "EsrlZ~`l53zd?puqvzZLsn-k)@B2~C>VUnH;hs!7=w#S1($L;S8xp*R}D5}OSWQr#%>Ud$AnD8<Xqn>xQSc2jl0;"
    "XORzgnEeM|G8J^{z{EHWOk=HnSRq$(0;6zSk@h!pkS%zg<kvI1R@9;h!@F}OC2+rVa&f$Dkxnz9VF?*<-)rp<?F+"
    "X7!c4rUvW~#!$4BT5fc!>R~1&1(4!(e_sUl@GBfA}x|<4e9_ltsZ99F-$f02|FQ9LulxH79T)r!wW@U@E3&8otA{"
    "%)pGy%7r;YC9*|a!k@UD#g+t1vcXTGa#=$*Vq-R8Q+~u|Y|a*J$yRL5Hf+mwY|jqt$WH9ckNF9^uq(T<JA1Gvd$B"
    "kBurK>@Fo$p`ujdYx-EQzEZ}V^7=k#L1*{t$Guohp`48Gx_rorWG+#%SKu|EwaWS^zMzU;>V{G3CWV|_3`Pwxm`;"
    "OIla2`v6+unccrcYlnTH&nQb#n_C?x0#UZiwC!|Q-xr6rm7vxz`Y*@4>59Ca2lucJATjE%$6@y-pkG$%*EWy&$T}"
    "X*Ks{J@>gzUrTn3yUu9NdHGariJh?o0if7rOK&S{fqF|^9IFh3{nqxSYU-4^><9JTsL{8#2oXjbl%1BP*bbib4ID"
    "<1ei?cb0^EjUixR5_{Ia90(reqo}D3mvRAD1v<b+8yqa(CfSS#b~dv*9nnMr_LKMM4F}8@$avYl3|_fH5ONrN%Yu"
    "LZ!yFT*vj?z>WNso4A=<xRu+uoxgDhcXAhZa}W1&AOGM19^@e&=Lw$Vc~&YODp8(XAM8*fRHS^iAvm&Rs7#sS*Wi"
    "NpLWRm}rHY0A<qh8CE#Bteyu-V^$NPN1hkV4xe9C8h&KG>iSA5OrrGqipXG<_<nc^Wnwg$76EfL0jTd-2OlA)ikX"
    "8vEP)B`-oLp;nQJj!D{&J#SzQ#{QxJj*}%7tirLFYqES@iMRQDzEW6Z}28>@izbF9p2?V-sb~8<Rd=j6F%iLKIaS"
    "m!+-f7U-A{-Fv_)HR7T@ljLsO0$ykidIE>4;8ISRqfC-t1iJ64Sn4Bq?l4+Ta>6w8UnTeVCF0(KzvoSk!Feh^{H}"
    "fzr^RWO6vJeZi2#c~fORy}<@dH+1MOI>ER$*0E<A<!y8m!4$tj#*C%ld4<hHS*fY{uqn!FKG*ZtTt;?8#608GEre"
    "`>-$ju|Eg!a}MMn4(1RJ;}`sr!#RdyIqCoA`6oI4XHq6(3Z`T#re+3aVrIU}EX>Mm%+8$5#oR2+A}q=X7GrUiU`f"
    "8m(k#OYtihVB#oDaHx~#_rY{;hU!Jhn#z1fHT`2&CaJ2;OExR8suoGZDCtGR}2xsf}#le@T^d$^DL`8yBt5YO=fF"
    "Y`JJcgY#XjS(!y;w-~*EYA;EffZSa)mV@9*?<k%h)vj(AF%~nvMamuQ}*GGJHegY%{|=9Lp;KxJjUZZ!IM18E4<2"
    "Uyv`fE#oPRw_jsSL_=eH$24k{b*Ic0=*^rIcm@V0wZP=FW*q$BuF+XE3_GTaUWq%If=N!x-9LEX#hLOB-H+Ypdc$"
    "4?}kdOG7PxzG2_%GkO7mUsrjLBGx!?=8#37C-Sn1Pv@jh}VP9r}-b*q8k{gv0m+zvOU^;7Cs96i#I%r}0~U$5~v)"
    "<y^(L?gyhYCSx%n6Eg{uF*)C57G`BO=42_B;pFal!hLWy=W-rba}5u$<iornFR=nEu`;W$Dr>P0>#`o}vjH2j5u3"
    "0nKVn<9V|#XBM|NUoe#}qUjosOcgE*K&IF!Tq1;6A7j^tR*;avX6`CP!oJj!D|^M!oLlRU-KyueGm%qzUgYrM|ee"
    "9R|&%4dAefA}x|<7>WQ{7-`knS?3W_EE4MJF*kIvnN00XY9p3{F1{tf+IPKV>p&yaXe@92R{BZf9MxJ<8!{?8%F&"
    "s7>#c+I%6;<<1#6eF*#E(B~vpE-(h-YU|!~DAr@r>zkD1V&XF9&(VW0Z{DzY`g;N>H@AxC<aXuGtAs2HAf8x(v&d"
    "uD)-?)prnY34d(63C%RLsCk%*=P0g;|-6xmcJ*Sd<Yg#u6;a(yYN+tjiyt1m|%97jijQaut8!8t&ju?&5Cl<2hbn"
    ";ob$qeXtD6u>$L{0lV_!zJ)`)vKRZXFZ;1Shj19b;FlcE5gf@;9K*5vijz5oQyIx=oX&6g9lz%+&gMKW<Ih~q6<o"
    "<xT+KCH%Z)tDBRs|vJjpYR)-U+hi(qudWGu#JLMCPsCS@`vX9}j_yUfC@%*O1@$z06GQY^#roZPQS7$-(@8mDtM="
    "kf>s$a$R41zf__{Do_{mg~5I8@YuCc!)=Ng75wl%))HU&KxYrLM+T8EXoL$<Oi(CO03MPtj3yb&X#P$)%}Zx{@_}"
    "!<9cr8cK*g4+{s<s&HX&a<2=EWJjF9S%k#X;`+UTw{NUeU1y*J))?r=NX9KonJGN&BcIF@s;jsY`;XZhQmw1(r`I"
    "PZL5B~V7c$l|bz=d4I#azynT*cM=g=@H$>$rg%`73vDCwFl-_i!)waX)|OK_239p5u95;6+~IWnSSmUgvE_c^!<("
    "w-|#l8Ha^fcyNgjXN+JmmSH)TX9ZSdJ=SLfHe?faWq0m)9o)&?+`~gW!lOLS6THH!yvFOi#aDd8dP7Qv>t;hXVoS"
    "DW8@6M6e#Tzx%|7hUah$*_Z-Uo(gZKH6kNAX7`Bs$o!aBzojLA4m#|->zXmALJaX2S)DwlEpm!(6T^EglP6i@R4F"
    "Yz+3@G7tII&bh6Z}V?H<`X{UGd|}F{=<LyA7AqgqYn?pX96Z<A|_@MCS`J_U>X)+K^A6FMz93iux<1*Azs*%z4#?"
    "Za3&uQ558g45y9w8%H+(;FJqJq^OKV}g+FpWH#6zTU<PJl78Yhv*5JQ!Duj6)HyE8U8H=$QhY6XONtl$$n4Bq?lB"
    "t=7@9<q_VOC~icIIGC=3;K<V}2H4DVAm#mSs7X=Lf9FO033KY|XZ8&kpR&Z~pIkCsqyP!Xk`dF&1YTmScH-zzVF$"
    "O03FitjGFnz=mwZCTz+U?8<KJ&K~T^PuZIjIf;`w_5XfPidv!n*p408k=@yopRyNwvp>J&aE{<ej^Rws;%v_4Hg4"
    "zG8TG?`Fp{%5m-D!qYj}VM`GD&(Hx2uHZs+ejz>7Rn@J!gB@*L0eA}{j_ukt!?@Fs8ZHvi@w-sL^s=L0_EBR=L6K"
    "I3z~;6MDA|M4YX@ipHtN}*s>M&nzI&KQizSd7iMe4FtYp9z?diI|v4n3`$$4%0Fn(=!7zG85lr7G`BOW@irOWG?1"
    "rUgl$d7GOaZVqq3xQ5IuyzRyxD%`z;@4_JwHSeNx!pAFcMjo5@Au^F4Q1zWNeTeA(@vOPPnBRjD(KjtUw!mjMWUh"
    "K_2?8|-}z|T3DV>p&yaRQg{Cobc1uHZ_p;%ffFHC)Se+`x_em7BPkTey|mxScz>m;1P%zw-|s;!&RCd0yZZW-cr~"
    "n3dU?gSnWSd6<{^n4bk%h=o~%MH#_jEY1>qpJiE&<@o_CurjN$0UNRrKjI$l<v#A`A3VT=JjBC1!lOLK<2=bzJk2"
    "va%Rl)S&+!_s^9FD77XRgceEEO<w*GvGU$$jCc4rSx<8*$@?>V0fxR4uphyO7ChG5UqSHu2=lR1U6Ifr}sJ5TT=P"
    "w_U>mI>x$DMpkH&fR${#20sPClB#3pYsL(V~kzFn2g0Vtj;Fv$_~4ON2=Wq>pLIw3Ewcvhr#U3!JN#^qKsfMR^vd"
    "9;Y>zW4`w>@B;*0+XCpRd`~Pd-S26nk+S!Cn`4OA3Ia{zLTd_6Uur1rMJv*=?JFzoA<|pjJuI$F{?7^P=l%KH|d$"
    "SMwvLE|%06*tI4&q=A;ZP3a7yOdLIf5fOilaG(WBC=o<~UB^L{8#2oXjbl%1BP*bbib4_&sNECTDRr=Ws56;5^Rf"
    "0xslFT*_tqnajC?E4hlR`3u)@E!S~9H*h0=<tA?C7H;Eq{>B~L%Y8h=!#u*HJjUZZ!IM12(>%ko{F8t29MAItFY*"
    "#E^D3|LI&bg}@A3&>@)ck64WsN2MrAa<#psN|n2g2PjKjEmoADT*37C+HnS@E1jH#K1nfP6;55s)skDSK^T*yUS%"
    "%8ZNE4hlR`3u)@E!S}aH}Y3*;tuZQF7D<Y?&Uu2=kNT32YHBxd7LMBj^}xS7kP=7d4*Sbjn{dDxA`|8FiP!UR7T@"
    "ljLsO0$ykiTxJ<x2%*%Yt&jKvSLM+S(<~ppMMHs<iEY1=v!*VRo4_JW}S&5ZdmDTtmtFs>KvjH2j5gW4!oAM*JU`"
    "w`QJGN(6c4K$;U{8L^&)A!NIDnsXC?|3fzu{y~;Z#O)8o%XtoW)Jt%q`r?ZQRb^xP!a7v3B*)&Yj%NJ>1KEJj5eB"
    "%40mv6FkXNJj1j6lYj9FuksqN^9FD77H{)!-s62f;1fROE57C%MyV5w%4mFxF&L9^`8E?VBQr5G-(?nNWj1DKPUd"
    "1hR%Z>?WG&Wa9oA(%He|IU+F73s*@%tVge}>cZP=FW*q$BOk)8Q5KVcVs#$N2rKJ3eW?9T!GoP#-pLphuyIF92vf"
    "fG52-*7UgGLql%d(PnsuH-7N<}X~swOq#y+{i8bi|2Tr7kH7Ec$rstooDOR2<^Pe>%766yv6%`$VYt4Cw$6he9nL"
    "PFaP69zEw9EoiP}bu^5|i7?*D|0TVJ2lQB8dF+DRdBQr5G-(^;2V=m@q0hVPsmgfhoz>2KI%B;$2tjR9y%5Ln=9_"
    "-0a`5F80<D=Tyi+$La{n(#FIE-KLOAhA<j^rqg;aGmf$(+KejN~*<=ePWh-*Xmca~_xRXD;UouH-7N<{GZ$Mjqx7"
    "9_29}=Lw$V8NTEzzUCW7ITnn@f9uu^aZ)cBoiQ1Uv6+yGnS@E1jLDgTshNiFG7GaZ8?!Sfb1@%Fu{6uDEX%PxE3y"
    "?^vklv_J-_BSj^_l9Jr<nIDU9Sa&gNYHz<Hd{#azu_xQ1)Ffd_byhj@e!_>hm7_INNI)6}mO#)H|Ip9NWjAFv{uv"
    "jvB8DfgeK9j=qdc$_DBil=#ofARt^@iMRQDzEW6Z}1jx^KahaV?N<iKI3z~;6MDA|M4YX^9}$1MmEG3V=z7wFd-8"
    "$F_SPUlQB6{FeTIQ9cE+!7Gxn7W)T);1dFi*OR_YZu{m3?C0nsI+psM=uxZ0Op`Gp6fgRb2o!Ol|`6)kRFZO01_G"
    "Nz#;OG33!#RQ@If|n>hGY2^$8!Rwa3*JQHs^3If8dXt&jnn<ZQRb^xPv>ni@UjxcX*fgc%KjWh__D$AM**H@i|}c"
    "AHHGKQ^9C_i_sZ_F&T?-7?*D|DU&fdQ!ph{F*Vch9j0dnW?^3DV}2H3K^9_R7G(rWvNr3mF6*&A8?Ygpa3BY9Fo$"
    "p`zu<sIb;G>oaE|0Cj^-Fn;3R&-$(+KejN~+a%kTI-f8;#Q=K?O|A};0<{=}cToWF20w{R=BaXWwG4({S^?&n2b;"
    "$>dpRbJzD-eSDQ!T3zTgiORFjC(qml*yQaDVd6?nSq&@neQ?SvoagAGbeK~Hw&`}i!y@6SezwTlJBuJ%di4#uqJD"
    "<HtVo1>#+eFvMGD8CqLz9?8V;f!~UGXnViMhoWmdZUE_LTUUME7a3L3QIahKOSMwLH;aYCsM(*HF?&5Cl;Xdx?L7"
    "wAzUf@Mu;$>cAlqSKbjK;SZgL#;j`Iw)%&IAjy2qRdGWmt~oS%DQ<mGxMk4cL%P*p=Pbojo~`llTocaWgkIsUOCJ"
    "yLpI5c$`;wjj#Bc8Jh;H^WTpehOhIjX2Ix;$ykidIDDH4nV3nKl*yQ!DVUO}nTGE$E#GApW@R>JXAb6MF6L$)=3{"
    ";qU=bE&DVAm#mSs7X=Lf97imb%Sti}&no2}TIZP=FW*q$BOk)8Q5yYXv|<9JTsL{8#2oXkj${YyKiFp|?aowGTYK"
    "k!G+<9sgQVlLro{=zj}%XQqqjoiWmJjg>l%p*L?6MVpje8k6m%CzT#>6o4wn5KE7Fprsq*_fR<n4bk%h=o~%MH#^"
    "oEXfa8ffZSam06Y5Sd-1!f-TvKt=Wd{Ih4cr1;6A7F6A=*%;j8iF1VV%a4pwyJ-2c@f8!4B<Sy>!KJMo+9_I<3<S"
    "CxvS)S)z-s62f;6py*QzkkeOw1%q%H({XrC6F}Sh7XqF#fE-O03K(ti?L4%X+NO25iVCY|6H5$M)>Nj_k~j*^PrZ"
    "m_s;}!}tY9a1Q742mZ+U{DTL0kcYVceDD~L^CVC40x$70ukspi@iCw9DWCBl#=j6uz=TZ90xZZvY{uqn+OkO)4|Z"
    "U8_GB-9$q}5%S=`1u%ys#ru#U1Yi!g%4SezyJ9?P&C%ku+PU`1A9WmaW1e#q*q$NFr*hHS*fY{I7eh|So7E!m3g*"
    "q&Y4josOUJ^3j=V{i6hUk>2s9LkBD#BVs6Q#h58oW^hY9cOV9H**WOavQhvH}2qWZfw&mv~wqSa}N*k2#@kOPw)("
    "{@G7tII&bk6U-J#4whd-vCT3=J)?l?O!FsIEhHS)^Y|S=o$M)>Z&)AE-*@yi(j^jCjlemH_xr%@B9M86G9{P`0d7"
    "U?SpAY$nPxzGo@U3>i=#0UbjKg$H&kW4OvMk5)?82`6>}s$V`>-#Ea2UVfaE{;@PUaL&WhB4lGXBivT*<>c!lQi2"
    "SNykKi_mZFgE5(qiJ6S=GAm25G+Xg&Htp0p<SVviJ9c14c4B9K!tU(JPx%>pu{Zm$FZ*)<Kj%Px$>AKqksQU*9K*"
    "5vieGa)CvYOCa4KhV7H4w~=kf>s$a$R41zgA_{D~{LjobMfcW@_naX0sHANTVh@9-|~@jf5$As_KEpYirh?R>^Jj"
    "Cv~=ok^LTd6|#3IgkT7w+Z9Tk(|IuoWdVDpPRXb7a8y4VBFimq)fpK%)~4#%%ZHpn(V<D{O;qn;kvkh%ej)ja0hq"
    "s9M3b#C&4@%d#^*7znsh|jN~*<=ePWxvpJVP@JG($d@kTZF6I*c#MS(TYq*x{xSkuhk-u^aw{j;B@E{NIFpuykkM"
    "RUg@+=?lAs_KEpYSQ4@gJtWA56#e%)pGy%#FReg!|(T?&NOn;a>jELp;KxJjUZZ!IM10v%JEqyvFOi!CSn|dwj*$"
    "e8VWcgHaicF_@8=n3?Y~E32~xYqAz^|JyTM4<GXhpYb{W;~Pf(FBpx{8G~_{l*yQ!DVUmhnUDEdkhNKdbvclOm}X"
    "etFpu~yvoSaGvmlG`16E{nw%|}MW#w3dLjST3KVmaBXLt5s=M*o)>vQ&He-7Xv4(1RJ<uHE1FFBkeIF?`WYmVc1P"
    "UIv`<`hn4B&TsYzvcIw!I_-JIh@NMIG;=S6PNL4F6Roa<SPEcHC)SeT+a>M$W7eLE!@g&+|J*)gFCs4d$^Yec#wy"
    "9gvWT2mwAQPc%3(Ri+}SD@9{n#@F5@Z37_&AU+^FP$5)J!G8mmP7?ZIWn{gPIZ!-Z?GY!)*10z_B#aV(S`5xbA8J"
    "1&tR$xU|Vii{9hpf&Tti?L4&&F)Rru>M_*^+J8mEG8#J=l|<aSXrW*Zi5wxr*z#iJQ5F+xQ!Iau@e-AOGMH9_2Bf"
    ";3=NvHD2c}{>`YVg3<UEqca=pvL5TRAsev?o3S}tvNhYVEjzFyJM&|9VQ=<fU-size#Hgc&owim#`s^J;1M3>3Et"
    "#wKH_6O;d5r18O+VEX9Xj9Epx2@`GQg34Mt-OreYdq=DW<o?5x9&xG76;H<K@p_dj#6APcc5tFa#Ivk`~!E8bZWe"
    "8$H4ll;%tY{T{(z%TeEhjSEvW!i$lZ0x-z<^LSbNnFGwT+K_YzAiYq&8q)7g;N>HX`Ie)`5nLK49?^%&gLA><q!O"
    "k^EjUixR8sum`nH*mvR|@=5ns!O0ME+{=&6f$MxL6jr^6HxS3nHmD{+Tzi|h5au;`V5BG9Ef9D@Oz=J%*!#u*{Jj"
    "1j6lYj9X&+`H=@)9re3a|1Suk!|P@)mFNZ{FoS-sb~8<Rd=j6F%olzT#`XVU)JPXiUr`Ov+?T&J;|^R7}k@e1~b7"
    "j_H|!8JUTh`7X0E8?!S9b21lmGY|8#2#Yd;#aNsrS(VlJA*-`JJFp`=u`@sBC+xzm?8ffw!Jhn-pRpHvvk&{SKL_"
    "x04&)#X<`53$mmJM89LulxHOF%%XK^;?a055;9MAItFY*#E^9rx>8n5#PZ}Jvz^KahaUEbq;KI9`l<`X{UGd|}F{"
    ">Lcof>9ZbZ!tP!GC5N)B~!5=3$X#e;FlcE5gf@;9L+Ht%dhw~$8kI-a3Ux18&2jFMsgab^ILw$?>U1rIfwJPfD5^"
    "Zi}@2b@>g!+W}f6J{>v9P*M<DZsJDXAnTl!n4l^+`-(?nNXFld<0ajxz)@B{nWg|9b6Mn?@?7)uf&jFmtx%`1Yaz"
    "2;vCobiBZr}kXy&X)(<V?lXOv6mf%mQ4)bzIL4+{De?%^ck~hyG<j7GV`u<A<!nx~#|gY{V99$yOY|AsotK{DPx6"
    "nq&ACr!tb$xR^_LfJb<g$9RHg`6vJ4P2S=we$XRWffZSWRauR7SeLDMjW>9cw|Iwl`HYR9{ucU|t=W$KIDnsX7{B"
    "0`9L`Z3&k3B!C0x!GT**~j$MxL6U%89Bxrb+XmaiD~Suh&kVhqOR+l<FlOwGLfjJ?>K{n(!aIE-I#B9lK4rerFnW"
    "?H6WHje&$Z|Gl6;uJ3868^-MT*cM=h3mM5Te*#Ad4U&siI;hUH+hSH^C_S4IpYir#${d>WFZ!2NxsMTS%p>EoIi3"
    "N=W`Jka|u^+6}PeCpkQTIVO3UV4L0QZs0Ty8ayw7+EHCj2@9{q4MhhlnVy0v&W@QOBXKS|M$Lz;rJkHa+#NKZO`*"
    "I-vA9Y=eH~",
    np.int64,
)

LIMITS = unpacked(
    "c-rlq378bc702J~?8&;j?1F%Rf)`Oh6by<&J`EmA#1%zE@IZv9F^Is*62c{daw%Yxpnjl<3N8j*ybuwCU?hNxfPk"
    "nF0xl4d6%_<=xh6H=wD!ZP-s<Y<o@@W}eZS#RTU}lKs_NCNu49P2{|v|uVfW)R_@!+1X>8!+4h1_x1V6_DA)MvTC"
    "!xChSD(&Z`>fLRRg<bt-h4LGcRS5U?q$lY^3`#sF}cBJQr<U}$-64aaXxzn$dzY|L{~Q!k?Z<TV{*nG_tS5GjABx"
    "kl2tBFbAIjS6utN_`n|9T00000fd4}-`O;or3jhEBz{f~#KS57Fl>xnLU+50M0ssJNN*}kOOfP<iH}v|ZmT#GHjt"
    "BJmm-F5<;~&zzcE&yE%K!lJJErKjOm8eOWUZb}>$T3g4V<zD_7lK9xG5j?d`%7jHMwoN6MyjS&c`gEdYxau*4-`r"
    "RvzchCrml>s9gV#q?_RtC?i+PYt(uh^}nGRUbk4S|B|faDWk>P&1cDJV#=*6)X(_a8!73>I0b3$q|^FGchX69X>E"
    "qzrS;NWZugb@YvwO;%_qcqp7@_P1ONa40D!+2%XQkf+1QV{=6v{a0002s8$>D(oa_ABf6aG3m$dSAQ~u7z9K@<u%"
    "{bd_#D8Z1`~(01h?joqT+Ope-td|711t5$o+<3wD>v))1w|~Kxm)zEE&Ck(4gj!?YWdIoO}S{LI(`#o(}sQTd_H|"
    "_m2(@FbsY8$)T}lhVB^i+dFpnW_n|3weoyVUbYScBdc2JG1>&pzcR6IrZ5GMn+}zcaH-DzC!`<1n!;hiP$9sL~ut"
    "8l$4>n?Bw@G?s+M;h_*MVKF_440tGwQsX^|Msd_kN~DZ05e}yOd7A^RtU183(yvzLQ+rr;wcMF*>=F&cT~>*MS27"
    "07&LF1BIIF1ZK|H^POh1^#IrKa5nFMrY+wI000uh4mYzgC;l3n_Zd~Lwt+qtf9p22Z7i~|pA)yit^(lMUhn3nTwW"
    "rNlgrw2yG?p?zNb{`wckJ$+B-;|w)rDltI(jfx;=jVZ`RKal(&Votc~=!QnP*GtQGVZOupeod3YT*ms&YTU1zR<-"
    "S({Per;pkb8v<k=l%(aQ5Fxi(aYz6Z&1f#Sr2QS6TLY~-E053!}+xzYp<8KSkvg*x@$9?hM&4$=f6wvdCWyE-KtA"
    "+GVm@J0K7}_;N7X6Joqf)7r`z85I1&UDU<K@tKXe=OVhIhnW^&l7x`cZKytRhYb^G*jA3%$6nXvU=ezdv>&;W-qH"
    "nD+wmoN@DYxim%7bj!)mqy11og`HzD^tOIrlyodwo_NMVTh59cc7{x9=g>9@k611A7;D!2!Md7P4!r_Bppp%UL?@"
    "zjeQE7ky2XEaUyiWB_W`xY#OAu1_83>|yMk|4_6e;C_9!Gv2(+qOS7s=2jo<KaiJuRd-X~d4nnMx2PMV+53%j>^E"
    "_h_cp5A=BYi^x_!x?82az?73xWH+ZkUJ$0=_0Yp9d)GgbxhSk|j@)nzx5)P5<-Iy&XGy16|3$?N6g;+vU|mxl7Hm"
    "IEJ~I+-*?uAfe)Fu%H&JWj9F*z0z}R&^fcG(#PT|323(zX)X=KmJl;Ki6c|*K|*buQ`{UA6x7*Vs?AxU8cM(J$m_"
    "ng`F8V^$YoZ+g+&6Ps(((Wp~GzAlf$M6V^`mH6UplDPe77FFV8V(Y^6ocA1s(=iOyvfBLd7oIh7ijo5GN?K3WV1~"
    "$RlvZI*FyTkx^!l~-`qhGh5=0fq^D6{%Fw~D{Nn=OyC_#0CC{LA)JwYGHHE|Thbh4_9cJ^a3#{6r(u<oS79dOkJL"
    "Cx=OC+uzz-eVkf*^u{&U?z7jA*EX(MBmO%gMfO}L#_x7qp3m~C>hnMO1$Do+aEYGpQMO#q=De{mviISyv1cDxL5}"
    "+F*3YTSam8Z2e7>}h;@Wmyx2JktooaEuK_44^N{=}N|1fwC$zi!3&VHWYS4SwfJ>A>+ov!WGakjQ}=U#93QO6l?a"
    "R$!g`KCO~13fG(mWSV0*OYHL(|P)p>}=AP*<3)|sqkF^0001x7(Qxeww`%kmfp34Y^;U8h0RY5ZD=v>U~$f<8-b6"
    "_)@pXVUmoW%cCSP1c_*?sjcc(ry_$KbXe1BkYkhl-GUeec&l|H%x%MgQdlj(XPg&0HyPEl;9UGf+(G>Wo0001hT|"
    "a7>g`acSC-2AYq<KHPcD9Az)s&s}I?rOA%x;!Wopf~`UbT3Z^VpinFHe@I^AU@GWrjRXvF3R!TppKc%5%q?@<Ha?"
    "jL(**|ED^7_uXI5l)JF^+kGB^j|2b!iOP9wtUZQ}<@d1gYi;Zi=*jv@o@QZ|#oh##X7}3a^p9ky<1A)r4m-(|o3M"
    "WNihAmFmb$c$^$_brd(>xrcYS&KLx#I^-)`&~i~FOG1|VJ-JlSlIBQ0!Ep$&WcZVr1_Y{Q@5lkL78C@!$D?G0mNb"
    "2hQ}z@Oh8y*#Yw3mXdn0020BpZxTt=DOt`7n|~J=c@NOEb*IiX{sr&W_t=|u=Vz7S@LvJQq=dl+h@w_eeUl8nPU;"
    "&naKw%;^Z*-a0Gd45<&hSwg~TQ$hV2H{H%%2(;s0x*Yl#Bn?4#IXT7KkUp*F*f9Oc`{R(+HnN0pwjQ9HlKR=!SSd"
    "vFHc3gOziMd1@jd$+;zle5GrB3rQNqD-b`{N%9$x~VqE&Xpu4*tw$i;*F@t?=Q8OZEZIYejVXEF!ymrY;lhsn_6;"
    "9Bjrj2886E^@&bXo`LI)o{u(A$GMr;6Qf-270R4z>?bMs8_|=-9)JpAW8N|JdA9ibeMi*#`RVtx+6(;*H*}sM{<P"
    "eX+gv5u$oBAb{@0G^QmwOt&HDy_TCka+|8$}MkBogHCC!Nn9G-C;{GQn_bnWn_L|qQ*m1*`FA$jd8q7^$W?1^EMF"
    "X}+_{Iel>glHpejW)7!0ns?gevF*CMDHH6pPvtd{l@5!{KOri4_XzHOK&7<w8PyoUQpdbjo+5O=yxLhFCtHWQx~G"
    "%hxO`4g|UWgk|?(&#<g$lCYsLn&|PonXZC5r-WuzovgerbBVnERXNOVe%exZYx`CqNZyddesPJ=&sn0V|=zPAR!%"
    "KzDc;DFX*5XZ~d6M>cT|Ln+82#p*LjR=)y~}^OFn~{e8e9DU01|cYd~$!X!u&?>KF0z?s(tq=`FMa_EF<sseg*=%"
    ">AO`Y-FcQR0d<_pV`MYW#=14l^HT0%*Z${6($tUpWm?`&U8beG^q%oZ1ZT(uJUM?xPbc{n;lpgy?Xu&PRQ<*7bh5"
    "2CtKXqsaxvBLKG$9OOb^nul5e#Urz4YRWw>+SRL%HV+vMT=Y~gW!_4;Qobhu@PI!;+9x&6st>$Up(z0GG{GkN$~?"
    "5u+<m-5iBKpwu7t(Pb(z!(<*00000000000L1=%Y&7LO8*#Edm<LSNzE*x;pRK%kU0!-~mua@<G^3eMFY=&!F8}}"
    "l0000005#{mM>OB7M6%vE9`5UYd0jVJ9^Ryz*Ll;+=gAiLS|9K>5By!z9e>0-4FCWD0DwsG+3``eeQZ77vTn?Lb+"
    "#wM)|{!=ez<c#`GAEV9tgxHZ=IMNt30&C`3e945I3~l@AWzsilYAzN#C6)Yjr3A^BEibSaSsueqJeg+9OB~{xII1"
    "x-`8IbrOJN@5|<Qrk~|4olLpxa#LQAO{||X<;*mBxLfkq?5w%mlT3MXx?Vb+{O;y0_`mL@WYLd1OY<)A9Wc&Q-75"
    "0?e!!G}v%rjhj?a|mu;&`<aaqXZ3&npQ8x<aYyZCN3(gpqG5S?Y5t33D)Q3s4O!25{rLnA`+GglKmcOd*;yM=E4z"
    "Nq><%*rGhHzp+aPbIo~6lwZw-s<_1pX!^)+iqj+%l2nQ{Ws31>nfr>ZR9yygdf?d*7-i8{^aKoH8y;O3-2RpUmlV"
    "tl@QI_Ny=xhG}1g>)Vp#c56}LdsOgfByuX;}gVmAy5cwIRtRD=evv?TM59=su<?@^_JbaSKPnA(;iiBMp^Kf{6hP"
    "+7h<(KMwPBYS<)t~6{l_7cdP@?JUoat>vU827l?dALjhziRi*Z&n`iN4)H6uq&Pyew`p?Awzk6MZ((S$<{;-JbRl"
    "QOzB<%5}S@l`Pykoe~$ut3Hf*0f<BUfDb;=`Me^=I7b7Kr}Gby#t}(6rABzrkAAba@EsQ<uC9W=$27K1c=%pHmwb"
    "x2EpHS&o=0JGSi#@_y6U78!>6VY4SI^`nmyI089d6h36oF%g@2JN28yZg5M_K9eSNMK<mWlNc5zTwVr&}t#rf*f1"
    "RvJoXXM+ru}=$fLI+vU1VKd>MK}i<UKUM>9L@6vUo)I*%QuWpKN9?zwdS?#*ZJV^w2h(9K|wh)Qs48$PcOmt^b_^"
    "to_`zqZfslsUi;hbeS+_aJ}~qa+`>~ooowH?NbppeS7QjG4#9VPsgdbC@y9{-KEYST^HRgZgFm5pNh&$IZ)?Fszx"
    "TSqI1~T?00000kcj*r^6s&)",
    np.uint32,
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


@player_strategy(uses_order=True, deterministic=False, sizes_stakes=False)
def stake(view):
    """The stake that the plan makes on this first card."""
    drawn = view.chance >> 16
    row = min(view.first_card, 10) - 1
    for k in range(len(STAKES)):
        if drawn < STAKE_LIMITS[row * len(STAKES) + k]:
            return min(int(STAKES[k] * view.stake_min), view.stake_max)
    return min(int(STAKES[len(STAKES) - 1] * view.stake_min), view.stake_max)


@player_strategy
def turn(view):
    """One of the plan's actions with this hand, by chance."""
    slot = 4 * view.position + view.hand
    hidden = 2 + view.bought
    place = 0
    for k in range(hidden):  # the number of the face-down cards, from their values in order
        smallest = 11
        for j in range(hidden):
            value = min(view.hand_cards[5 * slot + j], 10)
            below = 0
            for i in range(hidden):
                other = min(view.hand_cards[5 * slot + i], 10)
                if other < value or (other == value and i < j):
                    below += 1
            if below == k:
                smallest = value
        term = 1
        for j in range(k + 1):
            term = term * (smallest - 1 + j) // (j + 1)
        place += term
    if hidden > 2:
        place += 55 if hidden == 3 else 275
    key = (stake_of(view, slot) * 35937 + signal_of(view, slot)) * 2992 + place
    row = place_of(KEYS, key)
    if row < 0:
        return STICK if view.can_stick and view.total > 15 else TWIST
    drawn = view.chance >> 16
    if drawn < LIMITS[3 * row] and view.can_stick:
        return STICK
    if drawn < LIMITS[3 * row + 1] or view.cheapest == 0:
        return TWIST if view.can_twist else STICK
    return view.cheapest if drawn < LIMITS[3 * row + 2] else view.dearest
