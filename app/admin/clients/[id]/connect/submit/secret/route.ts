import { secretRoute } from '#app/admin/clients/_parts/secret-route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = secretRoute
