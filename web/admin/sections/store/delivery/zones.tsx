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

// The CSV has the column names that an import expects.
export const zones = recordOf({
  kind: 'delivery-zone',
  calls: callsOf('/api/admin/delivery-zones', 'edit'),
  names: ['zone', 'zones'],
  namedBy: 'name',
  list: {
    id: 'delivery-zones',
    endpoint: 'GET /api/admin/delivery-zones',
    search: { label: 'Search zones', placeholder: 'Name or pincode…' },
    sorts: byName,
    failed: 'Failed to fetch the zones',
  },
  sentences: {
    deleteText: () => 'New orders can’t be delivered there. Existing orders don’t change.',
  },
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
  importing: { endpoint: 'POST /api/admin/delivery-zones/import', columns: deliveryZoneColumns },
  empty: { text: 'Add a zone to offer delivery. Until then, customers can only collect from the studio.' },
})

export const Zones = sectionOf(zones, { addAction: 'add-zone', importAction: 'import-zones' })
