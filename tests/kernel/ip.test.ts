import { describe, expect, it } from 'vitest'
import { addressBlock, clientAddress, isAddressOrBlock, isTrustedPeer } from '#lib/kernel/ip.ts'

const off = { trustProxy: false, trustedProxies: [] }
const any = { trustProxy: true, trustedProxies: [] }
const listed = { trustProxy: true, trustedProxies: ['10.0.0.0/8', '::1', '2001:db8::/32'] }

describe('the client address', () => {
  it.each([
    ['the peer, whatever is forwarded', off, '192.0.2.1', '1.1.1.1', '2.2.2.2', '192.0.2.1'],
    ['an IPv4 peer in its IPv6 form', off, '::ffff:192.0.2.1', null, null, '192.0.2.1'],
    ['the right-most forwarded address', any, '10.0.0.1', '9.9.9.9, 1.1.1.1', null, '1.1.1.1'],
    ['skipping what is no address', any, '10.0.0.1', '1.1.1.1, unknown, 127.1', null, '1.1.1.1'],
    ['the real address without forwarded ones', any, '10.0.0.1', null, '2.2.2.2', '2.2.2.2'],
    ['the peer when nothing is forwarded', any, '10.0.0.1', ' , x', 'y', '10.0.0.1'],
    ['the peer that is not listed', listed, '192.0.2.1', '1.1.1.1', '2.2.2.2', '192.0.2.1'],
    ['the first hop not listed', listed, '10.0.0.1', '9.9.9.9, 1.1.1.1, 10.1.1.1', null, '1.1.1.1'],
    ['listed by an IPv6 block', listed, '2001:db8::7', '1.1.1.1', null, '1.1.1.1'],
    ['the farthest of listed hops', listed, '10.0.0.1', '10.0.0.3, 10.0.0.2', null, '10.0.0.3'],
    ['nothing when nothing is known', off, '', '1.1.1.1', null, ''],
  ])('is %s', (_rule, trust, peer, forwarded, real, address) => {
    const headers = new Headers()
    if (forwarded !== null) headers.set('x-forwarded-for', forwarded)
    if (real !== null) headers.set('x-real-ip', real)
    expect(clientAddress(peer, headers, trust)).toBe(address)
  })

  it('is believed from listed peers only', () => {
    expect(isTrustedPeer('10.9.9.9', listed)).toBe(true)
    expect(isTrustedPeer('::ffff:10.9.9.9', listed)).toBe(true)
    expect(isTrustedPeer('11.0.0.1', listed)).toBe(false)
    expect(isTrustedPeer('11.0.0.1', any)).toBe(true)
    expect(isTrustedPeer('10.9.9.9', off)).toBe(false)
  })
})

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['', ''],
])('%j is held to the block %j', (ip, block) => {
  expect(addressBlock(ip)).toBe(block)
})

it('knows addresses and blocks from other text', () => {
  for (const text of ['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8']) {
    expect(isAddressOrBlock(text)).toBe(true)
  }
  for (const text of ['', '10', '10.0.0.0/33', '10.0.0.0/', '::/129', 'host', '1.2.3.4/8/8']) {
    expect(isAddressOrBlock(text)).toBe(false)
  }
})
