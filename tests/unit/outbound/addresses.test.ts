import { describe, expect, test } from 'vitest'
import { mayConnectTo } from '#lib/outbound/addresses.ts'

const publicOnes = ['8.8.8.8', '93.184.216.34', '2606:2800:220:1::1', '2a00:1450::1']
/** Other addresses that stand for a public IPv4 address. */
const wrappedPublic = ['::ffff:8.8.8.8', '64:ff9b::808:808', '2002:808:808::1', '::ffff:0:808:808']

const ofTheCompany = ['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', 'fd12:3456::1']
const loopback = ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1']
const wrappedPrivate = [
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b:1::a00:1',
  '2002:a00:1::1',
  '2002:7f00:1::',
]
const nobodys = [
  ...['0.0.0.0', '::', '255.255.255.255', '224.0.0.1', 'ff02::1', '240.0.0.1', '192.0.2.1'],
  ...['198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '3fff::1', '100::1', '2001:2::1'],
  ...['fec0::1', '4000::1', '::7f00:1', '::808:808'],
  // Teredo: the server's address, then the client's, inverted.
  ...['2001:0:a9fe:a9fe::f7f7:f7f7', '2001:0:808:808::5601:5601'],
]
const metadata = [
  ...['169.254.169.254', '169.254.1.1', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254'],
  ...['100.100.100.200', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::1'],
]
const noAddresses = ['', 'localhost', '127.1', '0x7f000001', '2130706433', '010.0.0.1']

describe('an address that a stranger chose', () => {
  test.each([...publicOnes, ...wrappedPublic])('may be %s', (address) => {
    expect(mayConnectTo(address, 'public', false)).toBe(true)
  })

  test.each([
    ...[...ofTheCompany, ...wrappedPrivate, ...loopback, ...nobodys, ...metadata, ...noAddresses],
  ])('may not be "%s"', (address) => {
    expect(mayConnectTo(address, 'public', false)).toBe(false)
  })

  test.each(loopback)('may be %s while the server itself is on the machine', (address) => {
    expect(mayConnectTo(address, 'public', true)).toBe(true)
  })

  test.each([...ofTheCompany, ...metadata])('may not be %s even then', (address) => {
    expect(mayConnectTo(address, 'public', true)).toBe(false)
  })
})

describe('an address that an administrator chose', () => {
  test.each([
    ...[...publicOnes, ...wrappedPublic, ...ofTheCompany, ...wrappedPrivate, ...loopback],
  ])('may be %s', (address) => {
    expect(mayConnectTo(address, 'administered', false)).toBe(true)
  })

  test.each([...nobodys, ...metadata, ...noAddresses])('may not be "%s"', (address) => {
    expect(mayConnectTo(address, 'administered', false)).toBe(false)
  })
})
