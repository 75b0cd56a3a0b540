declare module 'virtual:contract-routes' {
  import type { AnyContractRouter } from '@orpc/contract'

  export const contractRoutes: AnyContractRouter
}

declare module 'virtual:contract-routes/admin' {
  export { contractRoutes } from 'virtual:contract-routes'
}

declare module 'virtual:contract-routes/signed-in' {
  export { contractRoutes } from 'virtual:contract-routes'
}
