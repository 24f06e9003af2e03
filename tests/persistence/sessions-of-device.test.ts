import { expect, test } from 'vitest'
import { testContext } from '#tests/support/context.ts'
import { aSession } from '#tests/support/granted.ts'
import { aUser } from '#tests/support/people.ts'

const { store } = await testContext()
const device = { deviceName: 'Firefox', deviceType: 'computer', deviceOs: 'Linux' }

test.each([
  ['192.0.2.1', ['192.0.2.1', '192.0.2.9,192.0.2.1', '192.0.2.1,192.0.2.9']],
  ['2001:db8::1', ['2001:db8::1']],
  ['', ['']],
  // As none looks; what stands for other characters in a comparison stands for itself.
  ['fe80::1%eth_0', ['fe80::1%eth_0']],
  ['!', ['!']],
])(
  'of the sessions on a device those seen at an address are read, no others: %s',
  async (address, seen) => {
    const user = await aUser(store)
    const others = ['192.0.2.10', '192.0.2.12,192.0.2.11', '2001:db8::10', 'fe80::1xeth-0', '!!']
    for (const ipAddress of [...seen, ...others]) await aSession(store, user, [], { ipAddress })
    const found = await store.sessions.findOfDevice(user.id, device, address)
    expect(found.map(({ ipAddress }) => ipAddress)).toEqual(seen)
  },
)
