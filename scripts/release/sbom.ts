import { createHash } from 'node:crypto'
import { nameOf, type Packages } from './packages.ts'

type Input = {
  version: string
  platform: string
  builtAt: string
  packages: Packages
  /** Locations of the packages that lie in the release as they are. */
  installed: string[]
  /** Locations of those whose code is in our bundles. */
  bundled: string[]
}

/** What is inside a release, as a CycloneDX software bill of materials. */
export function createSbom({ version, platform, builtAt, packages, installed, bundled }: Input) {
  const locations = [...new Set([...installed, ...bundled])].sort()
  const components = locations.map((location) =>
    componentOf(packages, location, installed.includes(location)),
  )
  const shop = { type: 'application', name: 'petal', version, 'bom-ref': `petal@${version}` }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidFrom(JSON.stringify([version, platform, builtAt, components]))}`,
    version: 1,
    metadata: {
      timestamp: builtAt,
      component: { ...shop, properties: [{ name: 'petal:platform', value: platform }] },
    },
    components,
  }
}

function componentOf(packages: Packages, location: string, isInstalled: boolean) {
  const { version = '', license, integrity = '' } = packages[location] ?? {}
  const name = nameOf(location)
  const [, digest = ''] = /^sha512-(\S+)/.exec(integrity) ?? []
  return {
    type: 'library',
    name,
    version,
    'bom-ref': `${location}@${version}`,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license && { licenses: [licenseOf(license)] }),
    ...(digest && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    }),
    properties: [{ name: 'petal:contained', value: isInstalled ? 'package' : 'bundled' }],
  }
}

const licenseOf = (text: string) =>
  / (AND|OR|WITH) /.test(text) ? { expression: text } : { license: { id: text } }

/** The same release has the same number. */
function uuidFrom(text: string) {
  const hex = createHash('sha256').update(text).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
