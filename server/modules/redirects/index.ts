export { addRedirects } from './edit-redirects.ts'
export { createMissingPages, type MissingPages } from './missing-pages.ts'
export { createOldLinks, type OldLinks } from './old-links.ts'
export { redirectsRouter } from './redirects.router.ts'
