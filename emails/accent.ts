import { createContext, use } from 'react'
import { type Accent, accentOf } from './tokens.ts'

const AccentColour = createContext<Accent>(accentOf(undefined))

export const AccentProvider = AccentColour.Provider

export const useAccent = () => use(AccentColour)
