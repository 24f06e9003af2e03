import nextAuth from 'next-auth'
import { authOptions } from '../../../../auth.mjs'

const handler = nextAuth(authOptions)

export { handler as GET, handler as POST }
