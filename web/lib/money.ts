import { createContext, use } from 'react'
import { type Currency, moneyIn } from '#contract/money.ts'

/** Given by the root route, which has loaded the site settings. */
const ShopCurrency = createContext<Currency>('USD')

export const CurrencyProvider = ShopCurrency.Provider

export const useCurrency = () => use(ShopCurrency)

/** Writes amounts in the shop's currency. */
export const useMoney = () => moneyIn(useCurrency())

/** Such as $ or £, for a field. */
export const useCurrencySign = () => useMoney()(0).replace(/[\d.]/g, '')
