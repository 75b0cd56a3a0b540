import { createContext, use } from 'react'
import { type Accent, accentOf } from './tokens.ts'

/** What the parts of a mail need to know of the shop. */
type Look = { accent: Accent; shopUrl: string }

const MailLook = createContext<Look>({ accent: accentOf(undefined), shopUrl: '' })

export const LookProvider = MailLook.Provider

export const useAccent = () => use(MailLook).accent

export const useShopUrl = () => use(MailLook).shopUrl
