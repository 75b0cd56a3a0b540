import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Environment, loadConfig } from './config.ts'

const dataDir = () => mkdtempSync(join(tmpdir(), 'petal-config-'))

test('without any variable the shop is at http://localhost:3000, for this machine alone', () => {
  const config = loadConfig({ DATA_DIR: dataDir() })
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
  })
})

test('.env.example has every variable', () => {
  const example = readFileSync('.env.example', 'utf8')
  const missing = Object.keys(Environment.shape).filter((name) => !example.includes(`# ${name}=`))
  expect(missing).toEqual([])
})

test('every mistake is named at once, in words', () => {
  const load = () =>
    loadConfig({ PORT: 'eighty', DATABASE_URL: 'mysql://x', ENCRYPTION_KEY: 'short' })
  expect(load).toThrow(/PORT[\s\S]*DATABASE_URL[\s\S]*ENCRYPTION_KEY: must be 64 hex digits/)
})

test('a number that is none, and a data folder that can not be used, are named in plain words', () => {
  expect(() => loadConfig({ PORT: 'abc', DATA_DIR: dataDir() })).toThrow(
    'PORT: must be a whole number from 0 to 65535',
  )
  const file = join(dataDir(), 'file')
  writeFileSync(file, '')
  expect(() => loadConfig({ DATA_DIR: join(file, 'data') })).toThrow(
    `DATA_DIR: the shop can not write its data into ${join(file, 'data')} (ENOTDIR: not a directory). Give this user the right to, or choose another folder`,
  )
})

test('an empty variable is no variable', () => {
  expect(loadConfig({ DATA_DIR: dataDir(), PORT: ' ', SMTP_HOST: '' }).smtp).toBeUndefined()
})

test('for a database that several machines use no secret is generated', () => {
  const DATABASE_URL = 'postgres://db.example/petal'
  expect(() => loadConfig({ NODE_ENV: 'production', DATABASE_URL })).toThrow(
    /SESSION_SECRET must be set[\s\S]*ENCRYPTION_KEY/,
  )
})

test('in production on one machine no variable is needed: the address is set on screen', () => {
  const config = loadConfig({ NODE_ENV: 'production', DATA_DIR: dataDir() })
  expect(config).toMatchObject({
    publicUrl: 'http://localhost:3000',
    isGiven: { publicUrl: false, trustProxy: false },
  })
  expect(config.secrets.session).toMatch(/^[0-9a-f]{64}$/)
})

test('generated secrets are stored, readable by the owner alone', () => {
  const DATA_DIR = dataDir()
  const first = loadConfig({ DATA_DIR })
  const second = loadConfig({ DATA_DIR })
  expect(second.secrets).toEqual(first.secrets)
  expect(first.secrets.session).toMatch(/^[0-9a-f]{64}$/)
  expect(statSync(join(DATA_DIR, 'secrets/encryption')).mode & 0o777).toBe(0o600)
})

const BUCKET = {
  S3_BUCKET: 'shop-files',
  S3_REGION: 'eu-central-1',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
}

test('without S3 variables files are stored on disk, with them in the bucket', () => {
  expect(loadConfig({ DATA_DIR: dataDir(), S3_BUCKET: ' ' }).s3).toBeUndefined()
  expect(loadConfig({ DATA_DIR: dataDir(), ...BUCKET }).s3).toEqual({
    endpoint: undefined,
    bucket: 'shop-files',
    region: 'eu-central-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    timeoutMs: 15_000,
  })
})

test.each(Object.keys(BUCKET))('a bucket without %s does not fall back to the disk', (name) => {
  const load = () => loadConfig({ DATA_DIR: dataDir(), ...BUCKET, [name]: '' })
  expect(load).toThrow(`${name} must be set to store files in S3`)
})

test.each([
  ['S3_ENDPOINT', 'minio:9000'],
  ['S3_ENDPOINT', 'ftp://minio'],
  ['S3_TIMEOUT_SECONDS', '0'],
  ['S3_TIMEOUT_SECONDS', 'soon'],
])('%s can not be %s', (name, value) => {
  expect(() => loadConfig({ DATA_DIR: dataDir(), ...BUCKET, [name]: value })).toThrow(name)
})

test('an endpoint alone asks for the rest of the bucket', () => {
  const load = () => loadConfig({ DATA_DIR: dataDir(), S3_ENDPOINT: 'http://minio:9000' })
  expect(load).toThrow(/S3_BUCKET[\s\S]*S3_REGION[\s\S]*S3_ACCESS_KEY_ID/)
})
