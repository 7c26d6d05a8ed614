import { hasRight } from '../../../contract/rights.ts'
import * as demonstrationContract from '../../../contract/school/demonstration.ts'
import { getFallbacks } from '../../../contract/school/fallbacks.ts'
import * as hallContract from '../../../contract/school/hall-prices.ts'
import * as logoContract from '../../../contract/school/logo.ts'
import * as mailContract from '../../../contract/school/mail-server.ts'
import { listOfficeTimings, officeTimingRecords } from '../../../contract/school/office-hours.ts'
import * as pagesContract from '../../../contract/school/pages.ts'
import { putPictureFocus } from '../../../contract/school/picture-focus.ts'
import * as policiesContract from '../../../contract/school/policies.ts'
import { getSchool, school as publicSchool } from '../../../contract/school/school.ts'
import { getSchoolSettings, putSchoolSettings } from '../../../contract/school/school-settings.ts'
import * as setUpContract from '../../../contract/school/set-up.ts'
import * as bind from '../../http/bind.ts'
import { type BoundEndpoint, type Caller, requireCaller } from '../../http/context.ts'
import { presented } from '../../platform/presented.ts'
import type { SchoolRoom } from './school-services.ts'

export function schoolRoutes({
  emptying,
  hallPrices,
  logo,
  mailServer,
  officeHours,
  pages,
  pictureFocus,
  policies,
  school,
  setUp,
}: SchoolRoom): BoundEndpoint[] {
  const settingsFor = async ({ role }: Caller) => {
    const isOwner = hasRight(role, 'payment-settings')
    return { ...(await school.settings()), mayEditMoney: isOwner, mayLeaveSite: isOwner }
  }
  return [
    bind.whole(getSchool, async (_, { preview }) => {
      const settings = await school.current()
      const upi = { id: settings.upiId, name: settings.upiName }
      // A trial costs nothing, so an owner can try an enrolment before the school can take payments.
      const canBePaid = settings.canBePaid || Boolean(preview?.trial)
      const sendsEmails = (await mailServer.whyWaiting()) === null
      const closedDays = await school.closedSoon()
      const previewed = preview?.page ? await school.factsIn(preview.page) : {}
      return presented(
        publicSchool,
        { ...settings, ...previewed },
        { upi, canBePaid, sendsEmails, closedDays },
      )
    }),
    bind.whole(getFallbacks, (_, { preview, caller }) =>
      school.fallbacks(preview?.page, preview === null && caller?.usertype !== 'admin'),
    ),
    bind.open(policiesContract.listPolicies, policies.list),
    bind.open(policiesContract.getPolicy, ({ params }, { preview }) =>
      policies.shown(params.kind, preview?.page),
    ),
    bind.open(policiesContract.getPolicyEditor, ({ params }) => policies.editor(params.kind)),
    bind.open(policiesContract.previewPolicy, async ({ body }) => ({
      blocks: await policies.preview(body.kind, body.text),
    })),
    bind.open(policiesContract.getAcceptedText, ({ params }) => policies.accepted(params.hash)),
    bind.own(getSchoolSettings, settingsFor),
    bind.own(putSchoolSettings, async (caller, { body }) => {
      const moved = await school.change(body, caller)
      if (moved) await mailServer.tellFromOldAddress(moved)
      return settingsFor(caller)
    }),

    bind.open(mailContract.getMailServer, mailServer.shown),
    bind.own(mailContract.putMailServer, async (by, { body }) => {
      await mailServer.change(body, by)
      return mailServer.shown()
    }),
    bind.own(mailContract.sendTrialMail, mailServer.sendTrial),

    bind.own(setUpContract.getSetUp, setUp.current),
    bind.own(setUpContract.putSetUpItem, async (by, { params, body }) => {
      await setUp.putOff(params.item, body.isPutOff, by)
      return setUp.current(by)
    }),
    bind.own(setUpContract.openSite, async (by) => {
      await setUp.openSite(by)
      return setUp.current(by)
    }),
    bind.own(demonstrationContract.getDemonstration, () => emptying.current()),
    bind.own(demonstrationContract.emptyDemonstration, (by, { body }) => emptying.empty(body.name, by)),
    bind.own(setUpContract.beginPreview, async (by) => setUp.beginPreview(by)),

    bind.open(pagesContract.listPages, () => pages.list()),
    bind.open(pagesContract.getPage, ({ params }) => pages.find(params.page)),
    bind.own(pagesContract.savePageDraft, (by, { params, body }) => pages.saveDraft(params.page, body, by)),
    bind.own(pagesContract.discardPageDraft, (by, { params, body }) =>
      pages.discardDraft(params.page, body.version, by),
    ),
    bind.own(pagesContract.publishPage, (by, { params, body }) =>
      pages.publish(params.page, body.version, by),
    ),
    bind.open(pagesContract.listPageVersions, ({ params, query }) =>
      pages.versions(params.page, query.before),
    ),
    bind.open(pagesContract.getPageVersion, ({ params }) => pages.version(params.page, params.number)),
    bind.own(pagesContract.restorePageVersion, (by, { params, body }) =>
      pages.restore(params.page, params.number, body.version, by),
    ),
    bind.own(pagesContract.previewPage, async (by, { params, body }) =>
      pages.beginPreview(params.page, body.number, by),
    ),
    bind.prepared(
      pagesContract.addPagePicture,
      ({ body }) => pages.storePicture(body.image),
      (tx, picture) => pages.addPicture(tx, picture),
    ),

    bind.open(logoContract.getLogo, logo.current),
    bind.prepared(
      logoContract.putLogo,
      ({ body }) => logo.store(body.image),
      (tx, picture, { body }, context) => logo.put(tx, picture, body, requireCaller(context)),
    ),

    bind.own(putPictureFocus, (by, { params, body }) => pictureFocus.put(params.base, body, by)),

    bind.open(listOfficeTimings, officeHours.list),
    ...bind.record(officeTimingRecords, officeHours),

    bind.whole(hallContract.getEventPricing, async () => ({
      success: true,
      ...(await hallPrices.current()),
    })),
    bind.whole(hallContract.replaceEventPricing, async ({ query, body }, context) => ({
      success: true,
      ...(await hallPrices.replace(body, query.version, requireCaller(context))),
    })),
    bind.own(hallContract.deleteEventPrice, (by, { params }) => hallPrices.remove(params.key, by)),
  ]
}
