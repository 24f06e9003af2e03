import access from './access/it.json' with { type: 'json' }
import account from './account/it.json' with { type: 'json' }
import activity from './activity/it.json' with { type: 'json' }
import audit from './audit/it.json' with { type: 'json' }
import calls from './calls/it.json' with { type: 'json' }
import card from './card/it.json' with { type: 'json' }
import clients from './clients/it.json' with { type: 'json' }
import console from './console/it.json' with { type: 'json' }
import dashboard from './dashboard/it.json' with { type: 'json' }
import groups from './groups/it.json' with { type: 'json' }
import help from './help/it.json' with { type: 'json' }
import idp from './idp/it.json' with { type: 'json' }
import pages from './it.json' with { type: 'json' }
import list from './list/it.json' with { type: 'json' }
import lists from './lists/it.json' with { type: 'json' }
import live from './live/it.json' with { type: 'json' }
import methods from './methods/it.json' with { type: 'json' }
import own from './own/it.json' with { type: 'json' }
import providers from './providers/it.json' with { type: 'json' }
import refusals from './refusals/it.json' with { type: 'json' }
import resources from './resources/it.json' with { type: 'json' }
import search from './search/it.json' with { type: 'json' }
import settings from './settings/it.json' with { type: 'json' }
import shell from './shell/it.json' with { type: 'json' }
import users from './users/it.json' with { type: 'json' }

/** Every text in one language, a file for each area of the program. */
export const it = {
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
