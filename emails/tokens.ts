// Mails cannot use the web app's stylesheet, so its design tokens are repeated here.
export const colour = {
  ground: '#FFFCFA',
  ink: '#2A1F24',
  quiet: '#6B5B60',
  rose: '#A23B55',
  plum: '#5B1F3A',
  line: '#EBDFDA',
  gold: '#B8863B',
  blush: '#F7E8E5',
  sage: '#E7EEE4',
  honey: '#FAF0DC',
}

const dark = {
  ground: '#1C1518',
  ink: '#F8EFEB',
  quiet: '#BFAEB2',
  rose: '#EDA3B3',
  line: '#43353B',
  gold: '#DDB06A',
  blush: '#33252A',
  sage: '#263029',
  honey: '#342C1F',
}

export type Tone = 'blush' | 'sage' | 'honey' | 'deep'

export const serif =
  "Fraunces, 'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, 'Times New Roman', serif"
export const sans =
  "Figtree, 'Avenir Next', 'Segoe UI', 'Helvetica Neue', Helvetica, Roboto, Arial, sans-serif"

const darkRules = (prefix: string) => `
${prefix} .ground,${prefix} .ground>table>tbody>tr>td{background-color:${dark.ground}!important}
${prefix} .ink{color:${dark.ink}!important}
${prefix} .quiet{color:${dark.quiet}!important}
${prefix} .rose{color:${dark.rose}!important}
${prefix} .gold{color:${dark.gold}!important}
${prefix} .line{border-color:${dark.line}!important}
${prefix} .step{background-color:${dark.line}!important}
${prefix} .step-done,${prefix} .petal{background-color:${dark.rose}!important}
${prefix} .blush{background-color:${dark.blush}!important}
${prefix} .sage{background-color:${dark.sage}!important}
${prefix} .honey{background-color:${dark.honey}!important}`

// Clients that support <style> get dark mode and phone sizes; the others show the inline light design.
// Outlook.com marks its own dark mode with data-ogsc instead of the media query.
export const styleSheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;-webkit-text-size-adjust:100%}
a{text-decoration:none}
@media (max-width:520px){
.title{font-size:30px!important}
.figure{font-size:72px!important}
.dome{padding:44px 24px 36px!important}
.panel{padding:24px 22px!important}
.half td{font-size:60px!important;height:190px!important}
}
@media (prefers-color-scheme:dark){${darkRules('')}
}${darkRules('[data-ogsc]')}`
