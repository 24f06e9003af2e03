import * as accountActivity from './account/activity.ts'
import * as accountConfirmation from './account/confirmation.ts'
import * as accountConsents from './account/consents.ts'
import * as accountEmail from './account/email.ts'
import * as accountIdentities from './account/identities.ts'
import * as accountLogoutRequest from './account/logout-request.ts'
import * as accountOtp from './account/otp.ts'
import * as accountPasskeys from './account/passkeys.ts'
import * as accountPassword from './account/password.ts'
import * as accountPendingEmail from './account/pending-email.ts'
import * as accountProfile from './account/profile.ts'
import * as accountProfilePicture from './account/profile-picture.ts'
import * as accountRememberedBrowsers from './account/remembered-browsers.ts'
import * as accountSessions from './account/sessions.ts'
import * as administrators from './admin/administrators.ts'
import * as allSessions from './admin/all-sessions.ts'
import * as auditLogs from './admin/audit-logs.ts'
import * as brandingSettings from './admin/branding-settings.ts'
import * as clientConnection from './admin/client-connection.ts'
import * as clientIntrospection from './admin/client-introspection.ts'
import * as clientKeys from './admin/client-keys.ts'
import * as clientLists from './admin/client-lists.ts'
import * as clientLogo from './admin/client-logo.ts'
import * as clientLogout from './admin/client-logout.ts'
import * as clientPermissions from './admin/client-permissions.ts'
import * as clientRegistrations from './admin/client-registrations.ts'
import * as clientRestrictions from './admin/client-restrictions.ts'
import * as clientSecret from './admin/client-secret.ts'
import * as clientSessions from './admin/client-sessions.ts'
import * as clientSettings from './admin/client-settings.ts'
import * as clientSignInTest from './admin/client-sign-in-test.ts'
import * as clients from './admin/clients.ts'
import * as dashboard from './admin/dashboard.ts'
import * as effectiveAccess from './admin/effective-access.ts'
import * as emailSettings from './admin/email-settings.ts'
import * as events from './admin/events.ts'
import * as groupAttributes from './admin/group-attributes.ts'
import * as groups from './admin/groups.ts'
import * as identityProviders from './admin/identity-providers.ts'
import * as integrationSettings from './admin/integration-settings.ts'
import * as keys from './admin/keys.ts'
import * as memberships from './admin/memberships.ts'
import * as permissionGrants from './admin/permission-grants.ts'
import * as permissionHolders from './admin/permission-holders.ts'
import * as phoneCountries from './admin/phone-countries.ts'
import * as protocolSettings from './admin/protocol-settings.ts'
import * as refusals from './admin/refusals.ts'
import * as resourceIndicators from './admin/resource-indicators.ts'
import * as resourcePermissions from './admin/resource-permissions.ts'
import * as resources from './admin/resources.ts'
import * as search from './admin/search.ts'
import * as settings from './admin/settings.ts'
import * as signInSettings from './admin/sign-in-settings.ts'
import * as userAttributes from './admin/user-attributes.ts'
import * as userAuthentication from './admin/user-authentication.ts'
import * as userConsents from './admin/user-consents.ts'
import * as userProfile from './admin/user-profile.ts'
import * as userProfilePicture from './admin/user-profile-picture.ts'
import * as userSessions from './admin/user-sessions.ts'
import * as userSignInMethods from './admin/user-sign-in-methods.ts'
import * as users from './admin/users.ts'

/** Every operation of the Admin and Account APIs by its id. */
export const contracts = {
  ...administrators,
  ...allSessions,
  ...auditLogs,
  ...clientConnection,
  ...clientIntrospection,
  ...clientKeys,
  ...brandingSettings,
  ...clientLists,
  ...clientLogo,
  ...clientLogout,
  ...clientPermissions,
  ...clientRegistrations,
  ...clientRestrictions,
  ...clientSecret,
  ...clientSessions,
  ...clientSettings,
  ...clientSignInTest,
  ...clients,
  ...dashboard,
  ...effectiveAccess,
  ...emailSettings,
  ...events,
  ...groupAttributes,
  ...groups,
  ...identityProviders,
  ...integrationSettings,
  ...keys,
  ...memberships,
  ...permissionGrants,
  ...permissionHolders,
  ...phoneCountries,
  ...protocolSettings,
  ...refusals,
  ...resourceIndicators,
  ...resourcePermissions,
  ...resources,
  ...search,
  ...settings,
  ...signInSettings,
  ...userAttributes,
  ...userAuthentication,
  ...userConsents,
  ...userProfile,
  ...userProfilePicture,
  ...userSessions,
  ...userSignInMethods,
  ...users,
  ...accountProfile,
  ...accountEmail,
  ...accountPasskeys,
  ...accountPassword,
  ...accountPendingEmail,
  ...accountOtp,
  ...accountRememberedBrowsers,
  ...accountSessions,
  ...accountConfirmation,
  ...accountConsents,
  ...accountActivity,
  ...accountProfilePicture,
  ...accountIdentities,
  ...accountLogoutRequest,
}
