import { readdirSync } from 'node:fs'

/** Every address pattern of the web app, such as `/product/$id`, from the files of `web/routes`. */
export const ROUTES = readdirSync('web/routes', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.tsx') && !/(^|\/)([-_]|route\.tsx)/.test(file))
  .map((file) => `/${file.replace(/\.tsx$/, '').replace(/(^|\/)index$/, '')}`)

export const isAdminRoute = (route: string) => /^\/admin(\/|$)/.test(route)
