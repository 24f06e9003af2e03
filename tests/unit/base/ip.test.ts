import { describe, expect, it } from 'vitest'
import {
  addressBlock,
  clientAddress,
  isAddressOrBlock,
  isTrustedPeer,
  loopbackAddress,
} from '#lib/base/network/ip.ts'

const off = { trustProxy: false, trustedProxies: [] }
const any = { trustProxy: true, trustedProxies: [] }
const mapped = { trustProxy: true, trustedProxies: ['::ffff:10.0.0.0/104', '::ffff:192.0.2.1'] }
const listed = { trustProxy: true, trustedProxies: ['10.0.0.0/8', '::1', '2001:db8::/32'] }

describe('the client address', () => {
  it.each([
    ['the peer, whatever is forwarded', off, '192.0.2.1', '1.1.1.1', '2.2.2.2', '192.0.2.1'],
    ['an IPv4 peer in its IPv6 form', off, '::ffff:192.0.2.1', null, null, '192.0.2.1'],
    ['the right-most forwarded address', any, '10.0.0.1', '9.9.9.9, 1.1.1.1', null, '1.1.1.1'],
    [
      'a forwarded one without its port',
      any,
      '10.0.0.1',
      '9.9.9.9, 1.1.1.1:54321',
      null,
      '1.1.1.1',
    ],
    [
      'of IPv6 without its port',
      any,
      '10.0.0.1',
      '9.9.9.9, [2001:DB8::1]:443',
      null,
      '2001:db8::1',
    ],
    ['of IPv6 without its brackets', any, '10.0.0.1', '9.9.9.9,[2001:db8::1]', null, '2001:db8::1'],
    ['of IPv6 in full', any, '10.0.0.1', '9.9.9.9, 2001:db8::1', null, '2001:db8::1'],
    ['the real address without its port', any, '10.0.0.1', null, '2.2.2.2:80', '2.2.2.2'],
    [
      'the peer before a hop without an address',
      any,
      '10.0.0.1',
      '9.9.9.9, unknown',
      null,
      '10.0.0.1',
    ],
    ['not the real one where hops are given', any, '10.0.0.1', '9.9.9.9, x', '2.2.2.2', '10.0.0.1'],
    ['the peer before a short address', any, '10.0.0.1', '9.9.9.9, 127.1', null, '10.0.0.1'],
    ['the peer before an odd port', any, '10.0.0.1', '9.9.9.9, 1.1.1.1:x', null, '10.0.0.1'],
    [
      'the last hop before one without',
      listed,
      '10.0.0.1',
      '9.9.9.9, x, 10.2.2.2',
      null,
      '10.2.2.2',
    ],
    ['the real address without forwarded ones', any, '10.0.0.1', null, '2.2.2.2', '2.2.2.2'],
    ['the peer when nothing is forwarded', any, '10.0.0.1', ' , x', 'y', '10.0.0.1'],
    ['the peer that is not listed', listed, '192.0.2.1', '1.1.1.1', '2.2.2.2', '192.0.2.1'],
    ['the first hop not listed', listed, '10.0.0.1', '9.9.9.9, 1.1.1.1, 10.1.1.1', null, '1.1.1.1'],
    ['listed by an IPv6 block', listed, '2001:db8::7', '1.1.1.1', null, '1.1.1.1'],
    ['listed by a block in IPv6 form', mapped, '10.0.0.1', '1.1.1.1, 10.9.9.9', null, '1.1.1.1'],
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

  it('is believed from IPv4 peers that are listed in their IPv6 form', () => {
    for (const peer of ['10.9.9.9', '::ffff:10.9.9.9', '192.0.2.1']) {
      expect(isTrustedPeer(peer, mapped)).toBe(true)
    }
    for (const peer of ['11.0.0.1', '192.0.2.2', '::a00:1']) {
      expect(isTrustedPeer(peer, mapped)).toBe(false)
    }
    const everyIpv4 = { trustProxy: true, trustedProxies: ['::ffff:0:0/96'] }
    expect(isTrustedPeer('203.0.113.9', everyIpv4)).toBe(true)
    expect(isTrustedPeer('2001:db8::1', everyIpv4)).toBe(false)
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
  for (const text of ['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '::ffff:10.0.0.0/104', '::/0']) {
    expect(isAddressOrBlock(text)).toBe(true)
  }
  for (const text of ['', '10', '10.0.0.0/33', '10.0.0.0/', '::/129', 'host', '1.2.3.4/8/8']) {
    expect(isAddressOrBlock(text)).toBe(false)
  }
  for (const text of ['fe80::1%br-lan', 'fe80::%br-lan/64'])
    expect(isAddressOrBlock(text)).toBe(false)
  // Such a block contains no address: mapped addresses are reduced to IPv4.
  for (const bits of [0, 80, 95]) expect(isAddressOrBlock(`::ffff:10.0.0.0/${bits}`)).toBe(false)
})

it.each([
  ['localhost', '127.0.0.1'],
  ['Login.LOCALHOST', '127.0.0.1'],
  ['127.0.0.2', '127.0.0.2'],
  ['[::1]', '::1'],
  ['::1', '::1'],
  ['127.example.com', null],
  ['localhost.example.com', null],
  ['10.0.0.1', null],
  ['', null],
])('%j as an address of this machine alone is %j', (host, address) => {
  expect(loopbackAddress(host)).toBe(address)
})
