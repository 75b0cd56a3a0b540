import { join } from 'node:path'
import { type FullConfig, request } from '@playwright/test'
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'

export type Who = keyof typeof DEMO_ACCOUNTS

/** Where the session of a demo account is stored, in Playwright's `storageState` format. */
export function sessionFile(who: Who) {
  const dataDir = process.env.E2E_DATA_DIR
  if (!dataDir) throw new Error('playwright.config.ts sets E2E_DATA_DIR')
  return join(dataDir, `session-${who}.json`)
}

/** Global setup: each demo account signs in once per run, through the API. */
export default async function signInOnce({ projects }: FullConfig) {
  const baseURL = projects[0]?.use.baseURL ?? ''
  for (const who of Object.keys(DEMO_ACCOUNTS) as Who[]) {
    const { email, password } = DEMO_ACCOUNTS[who]
    const visitor = await request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } })
    const answer = await visitor.post('/api/auth/sign-in/email', { data: { email, password } })
    if (!answer.ok()) throw new Error(`Sign-in of the demo ${who}: ${answer.status()}`)
    await visitor.storageState({ path: sessionFile(who) })
    await visitor.dispose()
  }
}
