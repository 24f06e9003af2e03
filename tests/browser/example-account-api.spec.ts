import { expect } from '@playwright/test'
import { pkcePair, redeem } from '#tests/support/oauth.ts'
import { grantToUser } from '#tests/support/people.ts'
import { remoteServer } from '#tests/support/remote.ts'
import { test } from './fixtures.ts'
import { runGuides } from './guide.ts'
import { answerAt, begin } from './journey.ts'
import { signIn } from './people.ts'

test('the commands of the guide read and change the account of whoever approved it @scripts', async ({
  page,
  user,
  client,
  store,
  application,
  serverUrl,
}) => {
  await grantToUser(store, user, 'authserver:manage-account')
  const { verifier, challenge } = pkcePair()
  await begin(page, client, {
    scope: 'openid authserver:manage-account',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  await signIn(page, user)
  await page.locator('#consent-approve').click()
  const { code = '' } = await answerAt(page, application)
  const { body } = await redeem(remoteServer(serverUrl), client, { code, verifier })

  const printed = await runGuides(['account-api'], serverUrl, '', {
    TOKEN: body.access_token ?? '',
  })
  expect(printed).toContain(`"email":"${user.email}"`)
  expect(printed).toContain('"addressLocality":"Porto"')
  expect((await store.users.findById(user.id))?.addressLine1).toBe('1 Example Street')
})
