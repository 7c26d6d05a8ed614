import { plural } from '../../../../../contract/plural.ts'
import {
  type DeliveryZone,
  deliveryZoneColumns,
  deliveryZoneFields,
} from '../../../../../contract/store/delivery-records.ts'
import { fewWords, longText } from '../../../list/columns.tsx'
import { byName } from '../../../list/list-choices.ts'
import { recordOf } from '../../../record.ts'
import { callsOf } from '../../../record-calls.ts'
import { area, formFields } from '../../../record-fields.tsx'
import { sectionOf } from '../../../record-section.tsx'

const fields = formFields(
  deliveryZoneFields,
  {
    standardFee: { hint: 'Delivery types without a fee aren’t offered in this zone.' },
    freeFrom: { hint: 'Delivery is free from this subtotal. Leave blank if it’s never free.' },
  },
  {
    pincodes: {
      ...area('Pincodes', deliveryZoneFields.pincodes.rule, {
        required: true,
        rows: 5,
        hint: 'Enter whole pincodes or just their first digits. Separate them with commas, for example 600004, 60002. The longest match applies.',
      }),
      read: ({ pincodes }: DeliveryZone) => pincodes.join(', '),
    },
  },
)

// The columns of the CSV have the names that an import expects.
export const zones = recordOf({
  kind: 'delivery-zone',
  calls: callsOf('/api/admin/delivery-zones', 'edit'),
  namedBy: 'name',
  texts: {
    add: 'Add Zone',
    edit: 'Edit Zone',
    added: 'Zone created successfully',
    addFailed: 'Failed to create zone. Please try again.',
    updated: 'Zone updated successfully',
    updateFailed: 'Failed to update zone. Please try again.',
    changed: 'Someone else changed this zone.',
    keptDraft: 'We’ve kept what you typed for a new zone.',
    filters: 'Filters for zones',
    loading: 'Loading zones…',
    notLoaded: 'We couldn’t load the zones',
    loadFailed: 'Failed to fetch the zones',
    refreshed: 'Zones refreshed successfully',
    counted: ({ count }) => plural(count, { one: '1 zone', other: `${count} zones` }),
    deleteText: () => 'New orders can’t be delivered there. Existing orders don’t change.',
    deleted: () => 'Zone deleted successfully',
    deleteFailed: 'Failed to delete zone. Please try again.',
    empty: {
      title: 'No zones found',
      text: 'Add a zone to offer delivery. Until then, customers can only collect from the studio.',
      add: 'Add First Zone',
    },
  },
  list: {
    id: 'delivery-zones',
    endpoint: 'GET /api/admin/delivery-zones',
    search: { label: 'Search zones', placeholder: 'Name or pincode' },
    sorts: byName,
  },
  fileName: 'zones',
  rows: ({ data }: { data: DeliveryZone[] }) => data,
  columns: [
    ['name', { sort: 'name', className: fewWords }],
    'standardFee',
    'expressFee',
    'midnightFee',
    'freeFrom',
    ['pincodes', { className: longText }],
    '...',
  ],
  form: {
    fields,
    lines: ['name', 'pincodes', ['standardFee', 'expressFee', 'midnightFee', 'freeFrom']],
  },
  importing: {
    endpoint: 'POST /api/admin/delivery-zones/import',
    columns: deliveryZoneColumns,
    title: 'Import zones',
  },
})

export const Zones = sectionOf(zones, { addAction: 'add-zone', importAction: 'import-zones' })
