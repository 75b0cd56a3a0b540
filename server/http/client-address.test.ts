import { expect, test } from 'vitest'
import { isLocalRequest, networkOf } from './client-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['not an address', 'invalid'],
  ['127.0.0.1, 203.0.113.7', 'invalid'],
  ['', 'invalid'],
  [undefined, 'invalid'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

const request = (remoteAddress: string, headers = {}) =>
  ({ raw: { headers, socket: { remoteAddress } } }) as Parameters<typeof isLocalRequest>[0]

test('only a local socket without any forwarding header is local', () => {
  expect(isLocalRequest(request('127.0.0.1'))).toBe(true)
  expect(isLocalRequest(request('::ffff:127.0.0.1'))).toBe(true)
  expect(isLocalRequest(request('203.0.113.7'))).toBe(false)
  for (const name of [
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-port',
    'forwarded',
    'x-real-ip',
    'via',
  ]) {
    expect(isLocalRequest(request('127.0.0.1', { [name]: '127.0.0.1' })), name).toBe(false)
  }
})
