import { expect, test } from 'vitest'
import { AddressRefused, isPublicAddress, pinnedTo, resolvePublic } from './public-address.ts'

test.each([
  '127.0.0.1',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001::1',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '2001:db8::1',
  'localhost',
  '127.1',
  '0x7f000001',
  '2130706433',
  '',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['93.184.216.34', '8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each(['localhost', '127.0.0.1', '[::1]', '2130706433', '127.1'])(
  'the name %s is refused after it was resolved, unless its network is allowed',
  async (name) => {
    await expect(resolvePublic(name)).rejects.toThrow(AddressRefused)
    expect((await resolvePublic(name, { networks: ['127.0.0.0/8', '::1/128'] })).address).toMatch(
      /^(127\.0\.0\.1|::1)$/,
    )
  },
)

test('a name without an address is refused', async () => {
  await expect(resolvePublic('nobody.invalid')).rejects.toThrow('There is no server nobody.invalid')
})

test('a pinned name has one address, however it is asked for', () => {
  const answers: unknown[] = []
  const pinned = pinnedTo({ address: '8.8.8.8', family: 4 })
  pinned('evil.example', {}, (...answer) => answers.push(answer))
  pinned('evil.example', { all: true }, (...answer) => answers.push(answer))
  expect(answers).toEqual([
    [null, '8.8.8.8', 4],
    [null, [{ address: '8.8.8.8', family: 4 }]],
  ])
})
