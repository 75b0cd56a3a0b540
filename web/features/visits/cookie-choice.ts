import { Store } from '@tanstack/react-store'

/** Whether the visitor asked for the banner again. It loads late, and then shows what was asked for before. */
export const cookieChoiceOpen = new Store(false)

export const setCookieChoiceOpen = (open: boolean): void => cookieChoiceOpen.setState(() => open)
