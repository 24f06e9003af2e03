import { z } from 'zod'
import { timestamp } from '../common.ts'

/** The progress of connecting an application. A moment is null until it came. */
export const clientConnection = z
  .object({
    issuer: z.string().describe('The issuer of the server.'),
    discoveryReadAt: timestamp
      .nullable()
      .describe('When a program last read the discovery document, as far as this process knows.'),
    signInOpenedAt: timestamp
      .nullable()
      .describe('When somebody last opened the sign-in page from the application.'),
    codeExchangedAt: timestamp
      .nullable()
      .describe('When the application last exchanged a code for tokens.'),
    user: z
      .object({
        id: z.int().describe('The `id` of the user.'),
        name: z.string().describe('Full name, or else the email address.'),
      })
      .nullable()
      .describe('Who signed in last; null for nobody, or when the scopes do not open the users.'),
    refusal: z
      .object({
        at: timestamp.describe('When it was refused.'),
        rule: z.string().describe('The rule of the refusal record.'),
        requestId: z.string().describe('The `X-Request-Id` of the request.'),
        received: z
          .string()
          .nullable()
          .describe('The redirect URI that was sent; null for other rules.'),
        registered: z.string().nullable().describe('The nearest registered one.'),
        mayAdd: z
          .boolean()
          .describe(
            'The sent address is one of the same host that does not weaken the connection, so that it may be offered for registration.',
          ),
      })
      .nullable()
      .describe(
        'The last recorded refusal since `since`, unless a sign-in succeeded after it; null while refusals are not recorded.',
      ),
    redirectUriUses: z
      .array(
        z.object({
          uri: z.string().describe('The redirect URI as it is registered.'),
          lastUsedAt: timestamp
            .nullable()
            .describe('A few minutes late; null for never, or before this was noted.'),
        }),
      )
      .describe('The registered redirect URIs.'),
    copiesShareSignIn: z
      .boolean()
      .describe(
        'Within the last day more than three spent refresh tokens came again, each from the network that had renewed ' +
          'it and within ten minutes: probably several copies of the application share one sign-in. False while ' +
          'audit entries are not stored.',
      ),
  })
  .meta({ id: 'ClientConnection' })
