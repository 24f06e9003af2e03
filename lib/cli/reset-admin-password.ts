import { type AdminTx, adminTransaction, type Context } from '#lib/context.ts'
import { normalizeEmail } from '#lib/domain/email/email-form.ts'
import { removePasskey } from '#lib/domain/passkeys/own-passkeys.ts'
import { hashChosenPassword } from '#lib/domain/passwords/chosen-password.ts'
import { actorOf, operator } from '#lib/domain/permissions/caller.ts'
import { resetSecondFactor } from '#lib/domain/sign-in/sign-in-methods.ts'
import { findUser, setEnabled, setPassword } from '#lib/domain/users/users.ts'
import type { UserRecord } from '#lib/persistence/store.ts'
import { grantManage } from './administrator.ts'
import { required } from './arguments.ts'
import { defineCommand, exitCodes, Failure } from './command.ts'
import { withContext } from './open.ts'
import { takePassword } from './secrets.ts'

/** Restores access for administrators who are locked out. */
export const resetAdminPassword = defineCommand({
  name: 'reset-admin-password',
  summary: 'Restores access for a locked-out administrator',
  options: {
    email: { value: 'address', text: 'email address of the user' },
    'password-from-stdin': {
      text: 'reads the password from standard input instead of generating one',
    },
    'disable-two-factor': { text: 'switches one-time codes off, for example after a lost phone' },
    'remove-passkeys': {
      text: 'removes all passkeys of the user, for example after a lost device',
    },
    json: { text: 'prints JSON' },
  },
  notes:
    'Sets the password, ends all sessions and tokens of the user, enables the account and grants\nauthserver:manage. A generated password is printed once and cannot be shown again.',
  async run(terminal, values) {
    const email = normalizeEmail(required(values.email, 'email'))
    const { password, isGenerated } = await takePassword(terminal, values['password-from-stdin'])
    const done = await withContext(terminal, async (ctx) => {
      const user = await findByEmail(ctx, email)
      const hash = await hashChosenPassword(ctx, { password, confirmation: password }, email)
      return adminTransaction(ctx, (tx) =>
        letIn(tx, user, hash, {
          withoutOtp: values['disable-two-factor'],
          withoutPasskeys: values['remove-passkeys'],
        }),
      )
    })
    const shown = isGenerated ? { password } : {}
    if (values.json) {
      const print = isGenerated ? terminal.generated : terminal.out
      print(JSON.stringify({ email, ...done, ...shown }))
      return exitCodes.done
    }
    terminal.out(`The password of ${email} was set; all sessions of the user have ended.`)
    if (done.reenabled) terminal.out('The account was disabled and is now enabled.')
    if (done.permissionGranted) terminal.out('The user was granted authserver:manage.')
    if (done.twoFactorDisabled) terminal.out('One-time codes were switched off.')
    else if (done.twoFactorEnabled) {
      terminal.out('One-time codes are still required; --disable-two-factor switches them off.')
    }
    if (done.passkeysRemoved > 0) terminal.out(`Passkeys removed: ${done.passkeysRemoved}.`)
    if (done.passkeysLeft > 0) {
      terminal.out(
        `The user has passkeys (${done.passkeysLeft}), which may be asked for; --remove-passkeys removes them.`,
      )
    }
    if (isGenerated) terminal.generated(`Password (shown only now): ${password}`)
    return exitCodes.done
  },
})

async function findByEmail(ctx: Context, email: string): Promise<UserRecord> {
  const user = await ctx.store.users.findByEmail(email)
  if (!user) throw new Failure(`No user has the address ${email}. Use create-admin to create one.`)
  return user
}

interface Wanted {
  readonly withoutOtp: boolean
  readonly withoutPasskeys: boolean
}

/** @returns the changes besides the password, and `twoFactorEnabled`: whether one-time codes are now required */
async function letIn(
  tx: AdminTx,
  user: UserRecord,
  passwordHash: string,
  { withoutOtp, withoutPasskeys }: Wanted,
) {
  const { id } = user
  const loggedInUser = actorOf(operator)
  // Read again inside the transaction: the user may have changed since.
  const before = await findUser(tx, id)
  await setPassword(tx, user, passwordHash, loggedInUser)
  if (!before.enabled) await setEnabled(tx, id, true, loggedInUser)
  const permissionGranted = await grantManage(tx, id)
  const isAsked = before.otpEnabled || before.passkeySecondFactor
  const twoFactorDisabled = withoutOtp && isAsked
  if (withoutOtp) await resetSecondFactor(tx, id, loggedInUser)
  const passkeys = await tx.store.passkeys.findOfUser(id)
  const removed = withoutPasskeys ? passkeys : []
  for (const passkey of removed) {
    await removePasskey(tx, id, passkey.id, { loggedInUser, keptSession: null, place: null })
  }
  return {
    passkeysRemoved: removed.length,
    passkeysLeft: passkeys.length - removed.length,
    reenabled: !before.enabled,
    permissionGranted,
    twoFactorEnabled: isAsked && !twoFactorDisabled,
    twoFactorDisabled,
  }
}
