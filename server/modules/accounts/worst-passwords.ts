// The passwords that guessers try first: words, names, keyboard walks and runs of digits.
const LIST = `
000000 0000000 00000000 000000000 0000000000 012345 0123456 01234567 0123456789 0987654321 100200
100200300 101010 10101010 102030 10203040 1029384756 111111 1111111 11111111 111111111 1111111111
11112222 1111222233334444 111222 111222333 112112 112233 11223344 1122334455 121212 12121212
123123 123123123 123321 123321a 12341234 123412341234 1234321 12344321 1234512345 123454321
1234554321 123456 123456123 123456123456 1234567 12345678 123456789 1234567890 12345678901
123456789012 1234567890a 1234567890q 1234567891 12345678910 1234567899 123456789a 123456789q
123456789z 12345678a 12345678q 1234567a 1234567q 123456a 123456aa 123456abc 123456b 123456c
123456d 123456e 123456g 123456j 123456k 123456l 123456m 123456q 123456qwerty 123456r 123456s
123456t 123456z 12345a 12345abc 12345abcde 12345q 12345qwert 12345qwerty 1234abcd 1234asdf
1234qwer 1234rewq 123654 123654789 123698745 123789 123987 123abc 123abcd 123asd 123qwe 123qwe123
123qweasd 123qweasdzxc 123zxc 124578 125125 12qw34er 12qwaszx 131313 13131313 134679 135790
1357924680 141414 14141414 142536 147147 147258 147258369 147852 147852369 147896325 151515 159357
159753 159753456 159951 161616 171717 181818 191919 19801980 19851985 19901990 19951995 1a2b3c
1a2b3c4d 1q2w3e 1q2w3e4 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz!qaz 1qaz2wsx 1qaz2wsx3edc 1qazxsw2
20002000 20052005 20102010 20152015 202020 20202020 20252025 212121 222222 2222222 22222222
222222222 2222222222 222333 232323 242424 246810 24681012 252525 258258 258369 258456 282828
292929 2pac123 303030 313131 321321 321654 321654987 323232 333333 3333333 33333333 333333333
3333333333 343434 369258 369369 420247 420420 444444 4444444 44444444 444444444 4444444444 454545
456123 456456 456789 456852 505050 50cent 515151 5201314 520520 521521 525252 535353 54321a 545454
555555 5555555 55555555 555555555 5555555555 565656 575757 585858 595959 606060 616161 654123
654321 654654 656565 666666 6666666 66666666 666666666 6666666666 676767 686868 696969 69696969
707070 717171 737373 741852 741852963 747474 757575 7654321 767676 777777 7777777 77777777
777777777 7777777777 787878 789123 789456 789456123 789789 797979 808080 818181 828282 848484
852456 858585 868686 87654321 878787 888888 8888888 88888888 888888888 8888888888 898989 909090
919191 929292 939393 949494 951753 959595 963852 963852741 969696 979797 987654 98765432 987654321
9876543210 987987 989898 998877 99887766 999999 9999999 99999999 999999999 9999999999 a12345
a123456 a1234567 a12345678 a123456789 a1b2c3 a1b2c3d4 a1s2d3 a1s2d3f4 aa1234 aa12345 aa123456
aaa111 aaa123 aaaaaa aaaaaa1 aaaaaaaa aabbcc ab1234 ab123456 abc123 abc1234 abc12345 abc123456
abc123abc abcabc abcd123 abcd1234 abcd12345 abcde1 abcde123 abcdef abcdef1 abcdefg abcdefg1
abcdefgh abracadabra access access1 access123 access14 admin1 admin12 admin123 admin1234
admin12345 admin123456 adminadmin administrator administrator1 adriana africa agent007 alegria
alejandra alejandro alexis alexis1 aloevera alyssa amanda amanda1 amazing amazon amazon1 america
america1 american amoremio amour1 andrea andrea1 andrew andrew1 android angel1 angel12 angel123
angela angelica angelina angelita angelo angels angels1 anthony anthony1 anything apollo apollo13
apple1 apple123 apples argentina army123 arsenal arsenal1 asd123 asd1234 asdasd asdasd123 asdf123
asdf1234 asdf12345 asdfasdf asdfgh asdfgh1 asdfghj asdfghjk asdfghjkl asdfjkl asdfjkl; asdqwe
asdzxc ashley ashley1 ashley12 asshole asshole1 athena audi123 august austin austin1 australia
australia1 autumn avengers azerty azerty1 azerty12 azerty123 azertyuiop baby12 baby123 babyblue
babyboy babyboy1 babycakes babydoll babyface babygirl babygirl1 babygirl2 badass badboy badboy1
badgirl bailey bailey1 bambi1 banana banana1 bandit bandit1 bangladesh barbara barbara1 barcelona
barcelona1 baseball baseball1 basketball basketball1 batman batman1 batman123 bear123 beatles
beautiful beautiful1 beauty beauty1 beauty123 benjamin berlin beyonce bigboy bigdaddy bigdog
biggie bigred birthday bitch1 bitch123 bitches bitcoin blabla blablabla black1 black123 blackcat
blackie blackjack blah123 blahblah blessed blessed1 blink182 blossom blue123 blue1234 blue22
blueeyes bluesky bmw123 bond007 bonita bonjour boomer boomer1 boston boston1 brandon brandon1
brasil brasil1 braves1 brazil brian1 brian123 brittany brittany1 broken broncos brother brown1
brownie brownies brutus bubbles bubbles1 buckeyes buddy1 buddy123 bulldog bulldog1 bulldogs
bulls23 bullshit bunny1 bunny123 burger business buster buster1 butter butterfly butterfly1
butthead california callofduty camaro camaro1 cameron cameron1 canada canada1 candy1 candy123
captain carlos carlos1 carolina caroline casper casper1 celtics champion champion1 changeme
changeme1 changeme123 charlie charlie1 charlie123 cheer1 cheerleader cheese cheese1 chelsea
chelsea1 cherry cherry1 chester chester1 chicago chicago1 chicken chicken1 china1 chloe1 chloe123
chocolat chocolate chocolate1 chouchou christ christian christmas christopher ciao123 ciaociao
cinnamon claudia cobra1 coconut coconut1 coffee coffee1 colombia computer computer1 contrasena
contraseña cookie cookie1 cookie123 cookies cookies1 cool123 coolcat cooldude coolgirl corazon
corvette cosmetics cosmos counter courtney cowboy cowboy1 cowboys cowboys1 crazy1 crazy123 crystal
crystal1 cubs123 cupcake cupcake1 customer customer1 cutie1 cutie123 cutiepie cynthia dadada
daddy1 daddysgirl daisy1 daisy123 dallas dallas1 dancer dancer1 dancing daniel daniel1 daniel12
daniel123 daniela danielle danielle1 darling debbie december default default1 demo123 demo1234
deutschland diamond diamond1 diesel1 dodgers doggie doggy1 doggy123 dollar dollars dolphin
dolphin1 dolphins donald donna1 dontknow doudou dragon dragon1 dragon12 dragon123 dragon1234
dragonball dragons dreamer dreamer1 dreams drummer duke123 eagle1 eagles eagles1 earth1 ebay123
eduardo edward edward1 elizabeth elizabeth1 emily1 emily123 eminem eminem1 england england1 espana
esperanza estrella facebook facebook1 faith1 falcon falcons familia family family1 fantasy fashion
father february fernando ferrari ferrari1 ferrari458 fire12 fire123 firebird fireman florida
florida1 flower flower1 flowers flowers1 football football1 football12 football123 ford150 forever
forever1 forever21 forget forgot1 fortnite france france1 francisco freedom freedom1 friday
friday13 friend friend1 friends friends1 frodo1 fucker fuckme fuckoff fuckoff1 fuckyou fuckyou1
fuckyou123 fuckyou2 futbol gabriel gabriel1 gabriela galaxy galaxy1 gamer123 gaming gandalf
gandalf1 gangsta gangster gangster1 garfield gators1 george george1 george123 germany giants
giants1 ginger ginger1 glamour god123 godbless godisgood goku123 golden golden1 golf123 golfer
goodbye google google1 gorgeous grace1 gracie grandma green1 green123 greenday greenday1 guest1
guest123 guest1234 guitar guitar1 gunner hahaha hahaha1 halflife hallo1 hallo123 halloween
handsome hannah hannah1 hannah123 happiness happy1 happy12 happy123 harley harley1 harrypotter
haslo123 hawaii heather heather1 heaven heaven1 hejhej hejsan hello! hello1 hello12 hello123
hello1234 hello2 hellohello hellokitty helloworld hermosa hero123 heroes heslo123 hockey hockey1
hogwarts holiday honda1 honda123 honey1 honey123 horses horses1 hotdog hotgirl hotstuff hottie
hottie1 hulk123 hunter hunter01 hunter1 hunter12 hunter123 hunter2 hustler idiot1 idontknow
iforgot ilovegod ilovehim ilovejesus iloveme iloveme1 iloveme2 ilovemymom ilovemyself iloveu
iloveu1 iloveu2 iloveyou iloveyou! iloveyou1 iloveyou12 iloveyou123 iloveyou2 iloveyou3 ily123
india123 instagram internet internet1 iphone iphone1 ireland ironman isabella isabella1 istanbul
italia italy1 jackson jackson1 james007 jamesbond january japan1 jasmine jasmine1 jellybean
jennifer jennifer1 jessica jessica1 jessica123 jesus1 jesus123 jesus777 jesuschrist jetaime
johndeere jonathan jordan jordan1 jordan12 jordan23 jose123 joseph joseph1 joshua joshua1 jupiter1
justin justin1 justinbieber juventus k123456 kasia1 katherine kawasaki kevin1 kevin123 killer
killer1 killer12 killer123 kimberly kitten kitten1 kitty1 kitty123 kittycat knight knights kobe24
kochanie lakers lakers1 lakers24 lalala lalala1 lasvegas laura1 laura123 lauren lauren1 lavender
lebron23 legend legend1 legends letmein letmein! letmein1 letmein123 liberty lightning linda1
linda123 linkedin linkinpark lion123 lions1 lipstick liverpool liverpool1 lkjhgf lkjhgfdsa
login123 login1234 lollol lollol123 london london1 lonely longhorns loser1 loulou love12 love123
love1234 love4ever lovelove lovely lovely1 loveme loveme1 loveme2 lover1 loverboy lovergirl lovers
loveyou loveyou1 lozinka lucky1 lucky123 lucky13 lucky7 lyubov m123456 madison madison1 maggie
maggie1 magic1 magic123 makeup makeup1 mama123 mamama mamapapa manager manager1 manunited manutd
maria1 maria123 mariana marie1 marina marines marines1 mariposa marseille marshmallow martin
martin1 mascara master master1 master12 master123 mateusz matrix matrix1 matrix12 matrix123
matthew matthew1 maverick maverick1 max123 maxwell melissa melissa1 melody mercedes mercury merlin
merlin1 metallica metallica1 mexico mexico1 michael michael1 michael123 michaeljackson michelle
michelle1 mickey mickey1 microsoft midnight midnight1 miguel million millionaire minecraft
minecraft1 minnie minnie1 misiek mnbvcx mnbvcxz molly1 molly123 mommy1 mommy123 monday1 money1
money12 money123 moneyman monica monica1 monkey monkey1 monkey12 monkey123 monkeys moon123
moonlight morgan morgan1 motdepasse mother mother1 muffin muffin1 music1 music123 mustang mustang1
mylove mypassword mypassword1 mystery nanana naruto naruto1 nascar nastya natalia natalie natasha
natasha1 nature1 navyseal ncc1701 nebula nemo123 neo123 newpassword newyork newyork1 nicholas
nicole nicole1 ninja1 ninja123 nirvana nirvana1 nissan1 nokia1 nokia123 noname nopass nopassword
nothing nothing1 nothing123 november number1 numberone nyc123 ocean1 october olivia olivia1
onedirection onepiece opensesame oracle oracle1 orange orange1 orange12 orchid p@ssw0rd p@ssw0rd1
p@ssword pa55w0rd pa55word packers packers1 pakistan pakistan1 pamela panda1 panda123 panther
panthers papa123 paris1 paris123 parola pass007 pass123 pass1234 pass12345 passord passpass
passport passw0rd passw0rd1 password password! password00 password01 password1 password1!
password11 password12 password123 password1234 password12345 password123456 password2 password2018
password2019 password2020 password2021 password2022 password2023 password2024 password2025
password2026 password3 password7 password9 password99 passwort passwort1 passwort123 patricia
patrick patrick1 patriots paypal paypal1 peace1 peace123 peaches peaches1 peanut peanut1 pepper
pepper1 pepper123 perfume petal1 petal123 petals phantom philippines phoenix phoenix1 piano1
pickle pikachu pimpin pimpin1 pink12 pink123 pinkfloyd pinky1 pinky123 pinoy123 pirate pirates
pirates1 pizza1 pizza123 playboy playboy1 playboy123 player player1 player123 playgirl pluto1
poiuyt poiuytrewq pokemon pokemon1 pokemon123 poland police police1 polska polska1 poopoo popcorn
porsche pretty1 prince prince1 princesa princess princess1 princess12 princess123 princess2
princessa privet pumpkin pumpkin1 puppies puppy1 puppy123 purple purple1 purple12 pussycat q12345
q123456 q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qaz123 qazwsx qazwsx1 qazwsx12 qazwsx123 qazwsxedc
qazwsxedcrfv qqqqqq qqqqqqqq queen1 queen123 queenie qwaszx qwe123 qwe1234 qwe12345 qwe123qwe
qweasd qweasd123 qweasdzxc qweqwe qweqwe123 qwert1 qwert123 qwert12345 qwerty qwerty! qwerty1
qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty2018 qwerty2019 qwerty2020 qwerty2021
qwerty2022 qwerty2023 qwerty2024 qwerty2025 qwerty2026 qwertyu qwertyui qwertyuiop qwertyuiop123
qwertz qwertz1 qwertz123 qwertz1234 rabbit rachel rachel1 racing raiders raiders1 rainbow rainbow1
ranger ranger1 rangers rascal raven1 raven123 realmadrid rebecca rebecca1 red123 redrose redskins
redskins1 redsox redsox1 ricardo richard richard1 rihanna robert robert1 roberto roblox roblox123
rock123 rockstar rockstar1 rocky1 rocky123 root123 rootroot rosebud roses1 runner rush2112 russia
s123456 sabrina salasana samantha samantha1 samsung samsung1 samsung123 samuel samurai sandra
sandra1 sarah1 sarah123 sasha1 sasuke saturn schalke04 schatz scooby scooby1 scoobydoo scotland
sebastian sebastian1 secret secret007 secret1 secret12 secret123 secret1234 senha123 server
server1 sexy12 sexy123 sexy69 sexybitch shadow shadow1 shadow12 shadow123 shadow13 shark1 sharks
shithead shop123 shop1234 shopper shopper1 shopping shopping1 shrek1 silver silver1 simba1
simba123 singer sister sisters skater skater1 skincare skittles slipknot slipknot1 smile1 smile123
smiley smiley1 smokey smokey1 sniper sniper1 snoopy snoopy1 snowball snowflake snowman soccer
soccer1 soccer10 soccer12 soccer123 softball softball1 soldier soleil something sommer sooners
sophia sophie sophie1 spider spider1 spiderman spiderman1 spring spring1 spring2018 spring2019
spring2020 spring2021 spring2022 spring2023 spring2024 spring2025 spring2026 ssssss ssssssss
star12 star123 starcraft stars1 startrek starwars starwars1 steelers steelers1 stephanie
stephanie1 steven steven1 store123 storm1 strawberry stupid stupid1 success success1 sugar1
sugar123 summer summer1 summer12 summer123 summer2018 summer2019 summer2020 summer2021 summer2022
summer2023 summer2024 summer2025 summer2026 summer99 sunday sunflower sunlight sunny1 sunny123
sunset sunshine sunshine1 sunshine12 sunshine123 superman superman1 superman123 superstar
superstar1 support support1 surfer sweetheart sweetie sweetie1 sweetpea sweets sweety swimmer
swimming system system1 tarheels taylor taylor1 teamo1 teamomucho teddy1 teddy123 teddybear
temp123 temp1234 temporary tennis tennis1 tequiero tequiero1 test123 test1234 test12345 tester
testing testing1 testing123 testtest texas1 texas123 thepassword thomas thomas1 thuglife thunder
thunder1 thx1138 tiffany tiffany1 tiger1 tiger123 tigers tigger tigger1 tigger12 tinker tinkerbell
tokyo1 toor123 topsecret toyota tractor trinity trucker truelove trumpet trustno trustno1 tupac1
turbo1 turkey tweety tweety1 twilight twitter twitter1 tyler1 tyler123 user123 user1234 username
usmc123 valentina vampire vampires vanessa vanessa1 vanilla vanilla1 vegas1 venus1 veronica
veronica1 victoria victoria1 violet viper1 volleyball wachtwoord warcraft warrior warrior1
warriors water1 water123 welcome welcome! welcome1 welcome12 welcome123 welcome1234 welcome2
welcome2018 welcome2019 welcome2020 welcome2021 welcome2022 welcome2023 welcome2024 welcome2025
welcome2026 whatever whatever1 whatsapp white1 whitey wildcat wildcats william william1 windows
windows1 winner winner1 winter winter1 winter2018 winter2019 winter2020 winter2021 winter2022
winter2023 winter2024 winter2025 winter2026 wolfpack wolverine wolves wonder wonderful xsw2zaq1
xxxxxx xxxxxxxx yamaha yankees yankees1 yellow yellow1 yourpassword youtube z12345 z123456
zaq12wsx zaq1xsw2 zaq1zaq1 zaqwsx zeppelin zeus123 zombie zombies zxc123 zxcasdqwe zxcvbn zxcvbn1
zxcvbnm zxcvbnm1 zxcvbnm123 zxczxc zzzzzz zzzzzzzz
`

export const WORST_PASSWORDS = new Set(LIST.trim().split(/\s+/))
