import access from './access/ar.json' with { type: 'json' }
import account from './account/ar.json' with { type: 'json' }
import activity from './activity/ar.json' with { type: 'json' }
import pages from './ar.json' with { type: 'json' }
import audit from './audit/ar.json' with { type: 'json' }
import calls from './calls/ar.json' with { type: 'json' }
import card from './card/ar.json' with { type: 'json' }
import clients from './clients/ar.json' with { type: 'json' }
import console from './console/ar.json' with { type: 'json' }
import dashboard from './dashboard/ar.json' with { type: 'json' }
import groups from './groups/ar.json' with { type: 'json' }
import help from './help/ar.json' with { type: 'json' }
import idp from './idp/ar.json' with { type: 'json' }
import list from './list/ar.json' with { type: 'json' }
import lists from './lists/ar.json' with { type: 'json' }
import live from './live/ar.json' with { type: 'json' }
import methods from './methods/ar.json' with { type: 'json' }
import own from './own/ar.json' with { type: 'json' }
import providers from './providers/ar.json' with { type: 'json' }
import refusals from './refusals/ar.json' with { type: 'json' }
import resources from './resources/ar.json' with { type: 'json' }
import search from './search/ar.json' with { type: 'json' }
import settings from './settings/ar.json' with { type: 'json' }
import shell from './shell/ar.json' with { type: 'json' }
import users from './users/ar.json' with { type: 'json' }

/** Every text in one language, a file for each area of the program. */
export const ar = {
  ...pages,
  access,
  account,
  activity,
  audit,
  calls,
  card,
  clients,
  console,
  dashboard,
  groups,
  help,
  idp,
  list,
  lists,
  live,
  methods,
  own,
  providers,
  refusals,
  resources,
  search,
  settings,
  shell,
  users,
}
