export { findTax } from './find-rates.ts'
export { taxRatesExport } from './rates.ts'
export { taxRouter } from './tax.router.ts'
