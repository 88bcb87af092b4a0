/** The channels that an image offers and an algorithm takes, as a list, with a picture of the one that is chosen. */
import { html, nothing, type TemplateResult } from 'lit';
import { channelList } from '../../../image/channels/names.js';
import { channelTitle } from '../../i18n/fields/fields.js';
import type { Translate } from '../../i18n/messages.js';

/** The channels to choose from, and the one in force. */
export interface ChannelListView {
  readonly id: string;
  /** Id of the text that describes the field. */
  readonly about: string;
  /** Forms of the names that the algorithm takes. */
  readonly forms: readonly string[];
  readonly value: unknown;
  /** Of the image; none while there is none. */
  readonly bands: number | undefined;
  readonly t: Translate;
  readonly lang: string;
  readonly disabled: boolean;
  set(channel: string): void;
}

const formOf = (name: string): string => name.split(':')[0] ?? name;

/** Names of the channels to choose from, always including the current one. */
const channelChoices = (forms: readonly string[], bands: number, value: unknown): readonly string[] => {
  const taken = new Set(forms.map(formOf));
  const names = channelList({ bands }).map(({ id }) => id);
  const list = [...(taken.has('auto') ? ['auto'] : []), ...names.filter((name) => taken.has(formOf(name)))];
  return typeof value === 'string' && !list.includes(value) ? [...list, value] : list;
};

/** Renders the list of channels. */
export const channelSelect = (view: ChannelListView): TemplateResult => {
  const { id, about, forms, value, bands, t, lang, disabled, set } = view;
  return html`<select id=${id} aria-describedby=${about} ?disabled=${disabled}
      @change=${({ currentTarget }: Event) => {
        if (currentTarget instanceof HTMLSelectElement) set(currentTarget.value);
      }}>${channelChoices(forms, bands ?? 1, value).map(
        (name) => html`<option value=${name} ?selected=${name === value}>${channelTitle(lang, name)}</option>`,
      )}</select>
    ${bands === undefined ? nothing : html`<div class="preview"><canvas class="channel" role="img" aria-label=${t('channelPreview')} hidden></canvas></div>`}`;
};
