import { unknownApiPath } from '#lib/http/unknown-api-path.ts'

export const dynamic = 'force-dynamic'

export {
  unknownApiPath as DELETE,
  unknownApiPath as GET,
  unknownApiPath as HEAD,
  unknownApiPath as OPTIONS,
  unknownApiPath as PATCH,
  unknownApiPath as POST,
  unknownApiPath as PUT,
}
