export { serveAddressCheck } from './check-address.ts'
export { readSavedSettings, SETTINGS_SIGNAL } from './operating-settings.ts'
export { setupRouter, shopAddressRouter } from './setup.router.ts'
