import { createContext, use } from 'react'
import { type Currency, moneyIn } from '#contract/money.ts'

// Mails cannot use the web app's stylesheet, so its design tokens are repeated here.
export const colour = {
  ground: '#FFFCFA',
  ink: '#2A1F24',
  quiet: '#6B5B60',
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
  line: '#43353B',
  gold: '#DDB06A',
  blush: '#33252A',
  sage: '#263029',
  honey: '#342C1F',
}

/** The shop's accent colour in the shades that a mail needs. */
export type Accent = {
  /** Buttons and links. */
  fill: string
  /** Text on a tint; the deep ground begins with it. */
  text: string
  /** Where the deep ground ends. */
  deep: string
  /** Small text on the deep ground. */
  onDeep: string
  /** Text and marks in dark mode. */
  onDark: string
}

const HOUSE: Accent = {
  fill: '#A23B55',
  text: '#A23B55',
  deep: '#5B1F3A',
  onDeep: '#F6D5DA',
  onDark: '#EDA3B3',
}

/** The accent colour that the owner chose, else the house's own. */
export function accentOf(chosen: string | undefined): Accent {
  if (!chosen || !/^#[0-9a-f]{6}$/i.test(chosen) || chosen.toUpperCase() === HOUSE.fill) {
    return HOUSE
  }
  return {
    fill: chosen,
    text: mix(chosen, '#000000', 0.12),
    deep: mix(chosen, '#140A10', 0.5),
    onDeep: '#FBE9EA',
    onDark: mix(chosen, '#FFFFFF', 0.6),
  }
}

const mix = (one: string, other: string, share: number) =>
  `#${[1, 3, 5]
    .map((at) => {
      const [a = 0, b = 0] = [one, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16))
      return Math.round(a + (b - a) * share)
        .toString(16)
        .padStart(2, '0')
    })
    .join('')}`

export type Tone = 'blush' | 'sage' | 'honey' | 'deep'

export const serif =
  "Fraunces, 'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, 'Times New Roman', serif"
export const sans =
  "Figtree, 'Avenir Next', 'Segoe UI', 'Helvetica Neue', Helvetica, Roboto, Arial, sans-serif"

const darkRules = (prefix: string, accent: Accent) => `
${prefix} .ground,${prefix} .ground>table>tbody>tr>td{background-color:${dark.ground}!important}
${prefix} .ink{color:${dark.ink}!important}
${prefix} .quiet{color:${dark.quiet}!important}
${prefix} .rose{color:${accent.onDark}!important}
${prefix} .gold{color:${dark.gold}!important}
${prefix} .line{border-color:${dark.line}!important}
${prefix} .step{background-color:${dark.line}!important}
${prefix} .step-done,${prefix} .petal{background-color:${accent.onDark}!important}
${prefix} .blush{background-color:${dark.blush}!important}
${prefix} .sage{background-color:${dark.sage}!important}
${prefix} .honey{background-color:${dark.honey}!important}`

// Clients that support <style> get dark mode and phone sizes; the others show the inline light design.
// Outlook.com marks its own dark mode with data-ogsc instead of the media query.
export const styleSheet = (accent: Accent) => `
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
@media (prefers-color-scheme:dark){${darkRules('', accent)}
}${darkRules('[data-ogsc]', accent)}`

/** What the parts of a mail need to know of the shop. */
type Look = { accent: Accent; shopUrl: string; currency: Currency }

const MailLook = createContext<Look>({
  accent: accentOf(undefined),
  shopUrl: '',
  currency: 'USD',
})

export const LookProvider = MailLook.Provider

export const useAccent = () => use(MailLook).accent

export const useShopUrl = () => use(MailLook).shopUrl

export const useMoney = () => moneyIn(use(MailLook).currency)
