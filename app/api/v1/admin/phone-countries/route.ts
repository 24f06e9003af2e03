import { listPhoneCountries } from '#lib/api/admin/phone-countries.ts'
import { route } from '#lib/http/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listPhoneCountries)
