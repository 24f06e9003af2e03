import { z } from 'zod'

/** A client as people see it. */
export const shownApplication = z
  .object({
    clientIdentifier: z.string().describe('The `client_id` of the client.'),
    name: z
      .string()
      .describe('Its display name where the sign-in pages may show it, or else its `client_id`.'),
    logoUrl: z
      .string()
      .optional()
      .describe('Public address of its logo; absent without one to show.'),
    unverified: z
      .boolean()
      .describe('True when it registered itself: nobody has checked its name.'),
  })
  .meta({ id: 'ShownApplication' })
