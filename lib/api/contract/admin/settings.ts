import { z } from 'zod'
import { describedBy, flag, integer, lifetime, required, text } from '../common.ts'
import { define } from '../define.ts'
import {
  auditLogSettings,
  generalSettings,
  sessionSettings,
  tokenSettings,
  uiThemeSettings,
} from '../models/settings.ts'

const seconds = () => required(lifetime(1))

export const getGeneralSettings = define({
  id: 'getGeneralSettings',
  method: 'GET',
  path: '/api/v1/admin/settings/general',
  access: 'settings',
  summary: 'Read the general settings',
  response: generalSettings,
  errors: [],
})

export const updateGeneralSettings = define({
  id: 'updateGeneralSettings',
  method: 'PUT',
  path: '/api/v1/admin/settings/general',
  access: 'settings',
  summary: 'Save the general settings',
  body: z.object(
    describedBy(generalSettings, {
      appName: text().describe(
        'At most 30 characters; messages and apps say `authserver` for an empty one.',
      ),
      issuer: required(text()).describe(
        'A URI with scheme and host, or an identifier; at most 60 characters.',
      ),
      passwordPolicy: required(text()),
      selfRegistrationEnabled: flag(),
      selfRegistrationRequiresEmailVerification: flag(),
      dynamicClientRegistrationEnabled: flag(),
      pkceRequired: flag(),
      implicitFlowEnabled: flag(),
      resourceOwnerPasswordCredentialsEnabled: flag(),
    }),
  ),
  response: generalSettings,
  errors: [
    'INVALID_REQUEST_BODY',
    'VALIDATION_ERROR',
    'validator.settings_app_name.angle_brackets',
    'validator.settings_issuer.angle_brackets',
  ],
})

export const getSessionSettings = define({
  id: 'getSessionSettings',
  method: 'GET',
  path: '/api/v1/admin/settings/sessions',
  access: 'settings',
  summary: 'Read how long sessions live',
  response: sessionSettings,
  errors: [],
})

export const updateSessionSettings = define({
  id: 'updateSessionSettings',
  method: 'PUT',
  path: '/api/v1/admin/settings/sessions',
  access: 'settings',
  summary: 'Save how long sessions live',
  body: z.object(
    describedBy(sessionSettings, {
      userSessionIdleTimeoutInSeconds: seconds().describe(
        'At most `userSessionMaxLifetimeInSeconds`.',
      ),
      userSessionMaxLifetimeInSeconds: seconds(),
    }),
  ),
  response: sessionSettings,
  errors: ['INVALID_REQUEST_BODY', 'VALIDATION_ERROR'],
})

export const getUiThemeSettings = define({
  id: 'getUiThemeSettings',
  method: 'GET',
  path: '/api/v1/admin/settings/ui-theme',
  access: 'settings',
  summary: 'Read the theme of the pages, and which there are',
  response: uiThemeSettings,
  errors: [],
})

export const updateUiThemeSettings = define({
  id: 'updateUiThemeSettings',
  method: 'PUT',
  path: '/api/v1/admin/settings/ui-theme',
  access: 'settings',
  summary: 'Save the theme of the pages',
  body: z.object(
    describedBy(uiThemeSettings, {
      uiTheme: text().describe('Else one of `availableThemes`.'),
    }),
  ),
  response: uiThemeSettings,
  errors: ['INVALID_REQUEST_BODY', 'VALIDATION_ERROR'],
})

export const getTokenSettings = define({
  id: 'getTokenSettings',
  method: 'GET',
  path: '/api/v1/admin/settings/tokens',
  access: 'settings',
  summary: 'Read lifetimes and contents of tokens',
  response: tokenSettings,
  errors: [],
})

export const updateTokenSettings = define({
  id: 'updateTokenSettings',
  method: 'PUT',
  path: '/api/v1/admin/settings/tokens',
  access: 'settings',
  summary: 'Save lifetimes and contents of tokens',
  body: z.object(
    describedBy(tokenSettings, {
      tokenExpirationInSeconds: seconds(),
      refreshTokenOfflineIdleTimeoutInSeconds: seconds().describe(
        'At most `refreshTokenOfflineMaxLifetimeInSeconds`.',
      ),
      refreshTokenOfflineMaxLifetimeInSeconds: seconds(),
      includeOpenIDConnectClaimsInAccessToken: flag(),
      includeOpenIDConnectClaimsInIdToken: flag(),
    }),
  ),
  response: tokenSettings,
  errors: ['INVALID_REQUEST_BODY', 'VALIDATION_ERROR'],
})

export const getAuditLogSettings = define({
  id: 'getAuditLogSettings',
  method: 'GET',
  path: '/api/v1/admin/settings/audit-logs',
  access: 'settings',
  summary: 'Read where audit entries go and how long they stay',
  response: auditLogSettings,
  errors: [],
})

export const updateAuditLogSettings = define({
  id: 'updateAuditLogSettings',
  method: 'PUT',
  path: '/api/v1/admin/settings/audit-logs',
  access: 'settings',
  needsManage: true,
  summary: 'Save where audit entries go and how long they stay (needs authserver:manage)',
  body: z.object(
    describedBy(auditLogSettings, {
      auditLogsInConsoleEnabled: flag(),
      auditLogsInDatabaseEnabled: flag(),
      auditLogRetentionDays: integer({ minimum: 0, maximum: 3650 }),
    }),
  ),
  response: auditLogSettings,
  errors: ['INVALID_REQUEST_BODY', 'VALIDATION_ERROR', 'MANAGE_SCOPE_REQUIRED'],
})
