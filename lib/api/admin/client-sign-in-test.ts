import * as contract from '#lib/api/contract/admin/client-sign-in-test.ts'
import { operation } from '#lib/api/operation.ts'
import { findClient } from '#lib/domain/clients/clients.ts'
import { signInTestAddress } from '#lib/domain/clients/sign-in-test.ts'

/** The address that tests the sign-in to a client. Writes nothing. */
export const getSignInTest = operation(contract.getSignInTest, async (ctx, { params }) => {
  const client = await findClient(ctx, params.id)
  return { address: signInTestAddress(ctx, client) }
})
