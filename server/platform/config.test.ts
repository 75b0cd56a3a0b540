import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'

const dataDir = () => mkdtempSync(join(tmpdir(), 'petal-config-'))

test('without any variable the shop is at http://localhost:3000, for this machine alone', () => {
  const config = loadConfig({ DATA_DIR: dataDir() })
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
  })
})

test('every mistake is named at once, in words', () => {
  const load = () =>
    loadConfig({ PORT: 'eighty', DATABASE_URL: 'mysql://x', ENCRYPTION_KEY: 'short' })
  expect(load).toThrow(/PORT[\s\S]*DATABASE_URL[\s\S]*ENCRYPTION_KEY: must be 64 hex digits/)
})

test('an empty variable is no variable', () => {
  expect(loadConfig({ DATA_DIR: dataDir(), PORT: ' ', SMTP_HOST: '' }).smtp).toBeUndefined()
})

test('in production no secret is generated', () => {
  expect(() => loadConfig({ NODE_ENV: 'production' })).toThrow(
    /PUBLIC_URL must be set[\s\S]*SESSION_SECRET[\s\S]*ENCRYPTION_KEY/,
  )
})

test('generated secrets are stored, readable by the owner alone', () => {
  const DATA_DIR = dataDir()
  const first = loadConfig({ DATA_DIR })
  const second = loadConfig({ DATA_DIR })
  expect(second.secrets).toEqual(first.secrets)
  expect(first.secrets.session).toMatch(/^[0-9a-f]{64}$/)
  expect(statSync(join(DATA_DIR, 'secrets/encryption')).mode & 0o777).toBe(0o600)
})
