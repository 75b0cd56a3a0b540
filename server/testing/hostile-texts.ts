/** Calls `hacked()`, which a test defines, wherever a page would run it. */
const CODE = 'hacked()'

const TAGS = [
  `<script>${CODE}</script>`,
  `</script><script>${CODE}</script>`,
  `</title><script>${CODE}</script>`,
  `</textarea><script>${CODE}</script>`,
  `</style><script>${CODE}</script>`,
  `</template><script>${CODE}</script>`,
  `<ScRiPt>${CODE}</sCrIpT>`,
  `<scr<script>ipt>${CODE}</scr</script>ipt>`,
  `<script src=data:,${CODE}></script>`,
  `<script/src="data:,${CODE}"></script>`,
  `<img src=x onerror=${CODE}>`,
  `<img src=x onerror="${CODE}">`,
  `<img/src/onerror=${CODE}>`,
  `<img src="x:x" onerror="${CODE}">`,
  `<image href=x onerror=${CODE}>`,
  `<svg onload=${CODE}>`,
  `<svg/onload=${CODE}>`,
  `<svg><script>${CODE}</script></svg>`,
  `<svg><a xlink:href="javascript:${CODE}"><text>x</text></a></svg>`,
  `<svg><animate onbegin=${CODE} attributeName=x dur=1s>`,
  `<math><mtext><script>${CODE}</script></mtext></math>`,
  `<math><style><img src=x onerror=${CODE}></style></math>`,
  `<iframe src="javascript:${CODE}"></iframe>`,
  `<iframe srcdoc="<script>parent.${CODE}</script>"></iframe>`,
  `<object data="javascript:${CODE}"></object>`,
  `<embed src="javascript:${CODE}">`,
  `<video><source onerror=${CODE}></video>`,
  `<audio src=x onerror=${CODE}></audio>`,
  `<body onload=${CODE}>`,
  `<input autofocus onfocus=${CODE}>`,
  `<select autofocus onfocus=${CODE}></select>`,
  `<details open ontoggle=${CODE}>x</details>`,
  `<marquee onstart=${CODE}>x</marquee>`,
  `<a href="javascript:${CODE}">x</a>`,
  `<form action="javascript:${CODE}"><button>x</button></form>`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv=refresh content="0;url=https://evil.example/">`,
  `<link rel=stylesheet href="https://evil.example/x.css">`,
  `<style>@import "https://evil.example/x.css"</style>`,
  `<p style="background:url(https://evil.example/x)">x</p>`,
  `<!--><script>${CODE}</script>-->`,
  `<![CDATA[<script>${CODE}</script>]]>`,
  `<?xml version="1.0"?><script>${CODE}</script>`,
]

const ATTRIBUTES = [
  `" onmouseover="${CODE}`,
  `' onmouseover='${CODE}`,
  `" autofocus onfocus="${CODE}`,
  `"><img src=x onerror=${CODE}>`,
  `'><img src=x onerror=${CODE}>`,
  `\`><img src=x onerror=${CODE}>`,
  `"/><svg onload=${CODE}>`,
  `&quot;><img src=x onerror=${CODE}>`,
]

const CODES = [
  `';${CODE};//`,
  `";${CODE};//`,
  `\${${CODE}}`,
  `{{constructor.constructor("${CODE}")()}}`,
  `\\u003cscript>${CODE}\\u003c/script>`,
  `\\x3cscript>${CODE}\\x3c/script>`,
]

export const HOSTILE_LINKS = [
  `javascript:${CODE}`,
  `JaVaScRiPt:${CODE}`,
  ` javascript:${CODE}`,
  `java\tscript:${CODE}`,
  `javascript://example.com/%0a${CODE}`,
  `data:text/html,<script>${CODE}</script>`,
  `vbscript:${CODE}`,
  `blob:https://example.com/x`,
  `file:///etc/passwd`,
  `//evil.example/`,
  `/\\evil.example/`,
]

export const HOSTILE_COLOURS = [
  'red;background:url(https://evil.example/x)',
  'url(https://evil.example/x)',
  'expression(hacked())',
  '#fff',
  '#ffffff;}',
  'var(--x)',
  '#gggggg',
  '"><script>hacked()</script>',
]

/** Texts that a careless page would run. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...TAGS,
  ...ATTRIBUTES,
  ...CODES,
  ...HOSTILE_LINKS.slice(0, 3),
]
