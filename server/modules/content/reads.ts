// What every module may read of this one.
export { contactMessagesOf, personalDataOf } from './contact-messages.ts'
export { readCurrency, readSeller, readSettings, readShopSettings } from './settings.ts'
