import access from './access/en.json' with { type: 'json' }
import account from './account/en.json' with { type: 'json' }
import activity from './activity/en.json' with { type: 'json' }
import audit from './audit/en.json' with { type: 'json' }
import calls from './calls/en.json' with { type: 'json' }
import card from './card/en.json' with { type: 'json' }
import clients from './clients/en.json' with { type: 'json' }
import console from './console/en.json' with { type: 'json' }
import dashboard from './dashboard/en.json' with { type: 'json' }
import pages from './en.json' with { type: 'json' }
import groups from './groups/en.json' with { type: 'json' }
import help from './help/en.json' with { type: 'json' }
import idp from './idp/en.json' with { type: 'json' }
import list from './list/en.json' with { type: 'json' }
import lists from './lists/en.json' with { type: 'json' }
import live from './live/en.json' with { type: 'json' }
import methods from './methods/en.json' with { type: 'json' }
import own from './own/en.json' with { type: 'json' }
import providers from './providers/en.json' with { type: 'json' }
import refusals from './refusals/en.json' with { type: 'json' }
import resources from './resources/en.json' with { type: 'json' }
import search from './search/en.json' with { type: 'json' }
import settings from './settings/en.json' with { type: 'json' }
import shell from './shell/en.json' with { type: 'json' }
import users from './users/en.json' with { type: 'json' }

/** Every text in one language, a file for each area of the program. */
export const en = {
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
