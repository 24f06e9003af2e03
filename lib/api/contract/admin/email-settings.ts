import { z } from 'zod'
import { describedBy, flag, integer, required, storableText, success, text } from '../common.ts'
import { define } from '../define.ts'
import { emailSettings } from '../models/settings.ts'

export const getEmailSettings = define({
  id: 'getEmailSettings',
  method: 'GET',
  path: '/api/v1/admin/settings/email',
  access: 'settings',
  summary: 'Read the mail settings',
  response: emailSettings,
  errors: [],
})

const sentSettings = z.object(
  describedBy(emailSettings, {
    smtpEnabled: flag().describe('When false, all other settings are reset.'),
    smtpHost: text().describe('At most 120 characters.'),
    smtpPort: integer().describe('1 to 65535.'),
    smtpUsername: text().describe('At most 255 characters.'),
    smtpPassword: storableText()
      .nullish()
      .describe(
        'Password of `smtpUsername`: absent or null keeps the stored one while host, port and user name stay and ' +
          'encryption is not given up, else it is cleared; empty clears it. At most 255 characters.',
      ),
    smtpEncryption: text().describe('Empty counts as `none`.'),
    smtpFromName: text().describe('At most 60 characters.'),
    smtpFromEmail: text().describe('At most 60 characters.'),
  }),
)

export const updateEmailSettings = define({
  id: 'updateEmailSettings',
  method: 'PUT',
  path: '/api/v1/admin/settings/email',
  access: 'settings',
  needsManage: true,
  summary: 'Save the mail settings (needs authserver:manage)',
  body: sentSettings,
  response: emailSettings,
  errors: [
    'INVALID_REQUEST_BODY',
    'VALIDATION_ERROR',
    'MANAGE_SCOPE_REQUIRED',
    'validator.settings_smtp_from_name.angle_brackets',
    'validator.email.invalid_format',
  ],
})

export const sendTestEmail = define({
  id: 'sendTestEmail',
  method: 'POST',
  path: '/api/v1/admin/settings/email/send-test',
  access: 'settings',
  summary:
    'Send a test message with the stored mail settings, or with others (needs authserver:manage)',
  body: z.object({
    to: required(text()).describe('Email address that the message goes to.'),
    settings: sentSettings
      .nullish()
      .describe('Settings to try in place of the stored ones; nothing of them is saved.'),
  }),
  response: success,
  errors: [
    'SMTP_NOT_ENABLED',
    'INVALID_REQUEST_BODY',
    'VALIDATION_ERROR',
    'MANAGE_SCOPE_REQUIRED',
    'validator.settings_smtp_from_name.angle_brackets',
    'validator.email.invalid_format',
    'SEND_FAILED',
  ],
})
