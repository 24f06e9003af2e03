import { adminTransaction } from '#lib/context.ts'
import { normalizeEmail } from '#lib/domain/email/email-form.ts'
import { actorOf, operator } from '#lib/domain/permissions/caller.ts'
import { checkNewUser } from '#lib/domain/users/new-user.ts'
import { createUser } from '#lib/domain/users/users.ts'
import { isUniqueViolation } from '#lib/persistence/errors.ts'
import { grantManage } from './administrator.ts'
import { required } from './arguments.ts'
import { defineCommand, exitCodes, Failure } from './command.ts'
import { withContext } from './open.ts'
import { takePassword } from './secrets.ts'

export const createAdmin = defineCommand({
  name: 'create-admin',
  summary: 'Creates an administrator with full access',
  options: {
    email: { value: 'address', text: 'email address of the new user' },
    'given-name': { value: 'name', text: 'first name' },
    'family-name': { value: 'name', text: 'last name' },
    'password-from-stdin': {
      text: 'reads the password from standard input instead of generating one',
    },
    json: { text: 'prints JSON' },
  },
  notes: 'A generated password is printed once and cannot be shown again.',
  async run(terminal, values) {
    const email = required(values.email, 'email')
    const { password, isGenerated } = await takePassword(terminal, values['password-from-stdin'])
    const user = await withContext(terminal, async (ctx) => {
      if (await ctx.store.users.findByEmail(normalizeEmail(email))) throw userExists(email)
      const fields = await checkNewUser(ctx, {
        email,
        emailVerified: true,
        givenName: values['given-name'] ?? '',
        middleName: '',
        familyName: values['family-name'] ?? '',
        setPasswordType: 'now',
        password,
      })
      return adminTransaction(ctx, async (tx) => {
        const created = await createUser(tx, fields, actorOf(operator))
        await grantManage(tx, created.id)
        return created
      }).catch((error) => {
        throw isUniqueViolation(error) ? userExists(email) : error
      })
    })
    const shown = isGenerated ? { password } : {}
    if (values.json) {
      const print = isGenerated ? terminal.generated : terminal.out
      print(JSON.stringify({ email: user.email, subject: user.subject, ...shown }))
    } else {
      terminal.out(`The administrator ${user.email} was created.`)
      if (isGenerated) terminal.generated(`Password (shown only now): ${password}`)
    }
    return exitCodes.done
  },
})

function userExists(email: string): Failure {
  return new Failure(
    `A user with the address ${email} already exists. Use reset-admin-password to make this user an administrator.`,
  )
}
