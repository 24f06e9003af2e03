import * as contract from '#lib/api/contract/admin/phone-countries.ts'
import { operation } from '#lib/api/operation.ts'
import { phoneCountries } from '#lib/domain/users/phone-countries.ts'

/** Every country with a calling code, ordered by English name. */
export const listPhoneCountries = operation(contract.listPhoneCountries, async () => ({
  phoneCountries: [...phoneCountries()],
}))
