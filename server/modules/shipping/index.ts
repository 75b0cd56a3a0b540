export { missingForFree, type Offers, offersFor } from './offers.ts'
export { shippingRouter } from './shipping.router.ts'
export { listZones } from './zones.ts'
