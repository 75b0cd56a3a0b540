import { readdirSync } from 'node:fs'

/** Every address pattern of the web app, such as `/product/$id`, from the files of `web/routes`. */
export const ROUTES = readdirSync('web/routes', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.tsx') && !/(^|\/)([-_]|route\.tsx)/.test(file))
  // A dot is a further part of the address, and an underscore leaves the frame of the page above it.
  .map((file) => file.replace(/\.tsx$/, '').replaceAll(/_?\./g, '/'))
  .map((file) => `/${file.replace(/(^|\/)index$/, '')}`)

export const isAdminRoute = (route: string) => /^\/admin(\/|$)/.test(route)
