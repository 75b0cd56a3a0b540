import type { Area } from '#contract/rights.ts'
import { OTHER_SCREENS, type OtherScreen } from './other-screens.ts'
import { SCREENS, type Screen } from './screens.ts'

/** Those that are only opened from another screen, and belong to another area than it. */
const INNER_SCREENS = [{ to: '/admin/products/', area: 'products' }] as const

type Rights = (area: Area) => boolean

export const screensFor = <One extends Pick<Screen, 'area' | 'unless'>>(
  screens: readonly One[],
  may: Rights,
) => screens.filter(({ area, unless }) => may(area) && !(unless && may(unless)))

/** Whether somebody may open an address of the back office. One that no screen has is closed to all. */
export function mayOpen(pathname: string, may: Rights): boolean {
  const path = pathname.replace(/\/$/, '')
  if (path === '/admin') return may('team')
  const inner = INNER_SCREENS.filter(({ to }) => path.startsWith(to))
  const outer = [...SCREENS, ...OTHER_SCREENS].filter((screen) => isPart(path, pathOf(screen)))
  return (inner.length > 0 ? inner : outer).some(({ area }) => may(area))
}

/** For a link: a tab of a screen is in its search. */
export function linkTo(to: string) {
  const [path = '', search = ''] = to.split('?')
  return { to: path, search: Object.fromEntries(new URLSearchParams(search)) }
}

const pathOf = ({ to }: { to: string }) => to.replace(/\?.*$/, '')

const isPart = (pathname: string, to: string) => pathname === to || pathname.startsWith(`${to}/`)

/** The item of the side navigation that an address belongs to, for somebody with these rights. */
export function navigationItem(pathname: string, may: Rights): string | undefined {
  const screens: readonly OtherScreen[] = screensFor([...SCREENS, ...OTHER_SCREENS], may)
  const screen = screens.find((one) => isPart(pathname, pathOf(one)))
  const items = screensFor(SCREENS, may)
  return items.find(({ to }) => to === screen?.to || to === screen?.parent)?.to
}
