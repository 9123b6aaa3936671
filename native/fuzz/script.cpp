// Scripts as text.
#include "script.hpp"

#include <cmath>

namespace satplay::fuzz {

namespace {

std::string braced(const Literals& lits) {
  std::string text = "{";
  for (const std::int32_t lit : lits) text += (text.size() > 1 ? ", " : "") + std::to_string(lit);
  return text + "}";
}

std::string as_text(const Limits& limits) {
  std::string text;
  const auto append = [&](const char* name, const std::string& value) {
    text += (text.empty() ? "." : ", .") + std::string(name) + " = " + value;
  };
  if (std::isfinite(limits.seconds)) append("seconds", std::to_string(limits.seconds));
  if (limits.conflicts >= 0) append("conflicts", std::to_string(limits.conflicts));
  if (limits.propagations >= 0) append("propagations", std::to_string(limits.propagations));
  if (limits.memory_bytes >= 0) append("memory_bytes", std::to_string(limits.memory_bytes));
  if (limits.decisions >= 0) append("decisions", std::to_string(limits.decisions));
  return "{" + text + "}";
}

std::string interruption_comment(const Call& call) {
  const std::string when = std::to_string(call.when);
  switch (call.interruption) {
    case Interruption::none:
      break;
    case Interruption::line:
      return "  // interrupted at line " + when + " of its proof";
    case Interruption::thread:
      return "  // interrupted after " + when + " us";
    case Interruption::pulse:
      return "  // stopped by pulse " + when;
  }
  return "";
}

const char* proof_of(Record record) {
  switch (record) {
    case Record::nothing:
      return "";
    case Record::memory:
      return "std::make_unique<ProofMemory>()";
    case Record::watched:
      return "a Proof that wants hints";
    case Record::watched_without_hints:
      return "a Proof that wants no hints";
    case Record::text_drat:
      return "std::make_unique<ProofFile>(fd, ProofFormat::text_drat)";
    case Record::binary_drat:
      return "std::make_unique<ProofFile>(fd, ProofFormat::binary_drat)";
    case Record::text_lrat:
      return "std::make_unique<ProofFile>(fd, ProofFormat::text_lrat)";
  }
  return "";
}

}  // namespace

std::string as_text(const Call& call) {
  // One function because it is a table of the text of each act, and the compiler reports an act that is
  // missing.
  const std::string engine = "engine[" + std::to_string(call.session) + "]->";
  const auto with = [&](const std::string& name, const std::string& arguments) {
    return engine + name + "(" + arguments + ");";
  };
  const std::string number = call.lits.empty() ? "" : std::to_string(call.lits[0]);
  switch (call.act) {
    case Act::add:
      return with("add", braced(call.lits));
    case Act::add_flat:
      return with("add_flat", braced(call.lits));
    case Act::declare:
      return with("declare", number);
    case Act::solve:
      return with("solve", braced(call.lits) + ", " + as_text(call.limits) + ", pulse") +
             interruption_comment(call);
    case Act::propagate:
      return with("propagate", braced(call.lits) + ", implied");
    case Act::set_phase:
      return with("set_phase", number);
    case Act::clear_phase:
      return with("clear_phase", number);
    case Act::freeze:
      return with("freeze", number);
    case Act::melt:
      return with("melt", number);
    case Act::interrupt:
      return with("interrupt", "");
    case Act::clone:
      return "engine.push_back(" + engine + "clone());";
    case Act::twin:
      return engine + "clone() and itself must answer alike: solve(" + braced(call.lits) + ", " +
             as_text(call.limits) + ", {});";
    case Act::block:
      return with("add", "negation of the last model on the first " + number + " of its variables");
    case Act::repeat_model:
      return engine + "set_phase of each literal of the last model; the same solve again;";
    case Act::repeat_core:
      return with("solve", "the last core");
    case Act::fail_allocation:
      return with("solve", braced(call.lits) + ", " + as_text(call.limits) + ", {}") + "  // allocation " +
             std::to_string(call.when) + " fails";
    case Act::add_invalid:
      return with("add", braced(call.lits)) + "  // must throw";
    case Act::attach:
      return with("attach", "make_theory(" + as_text(call.rule) + ", " + std::to_string(call.lits.size()) +
                                "), " + braced(call.lits));
    case Act::start_enumeration:
      return with("start_enumeration", braced(call.lits) + ", " +
                                           (call.over ? braced(*call.over) : "std::nullopt") + ", " +
                                           (call.in_order ? "true" : "false"));
    case Act::next_models:
      return with("next_models",
                  std::to_string(call.most) + ", models, count, " + as_text(call.limits) + ", pulse") +
             interruption_comment(call);
  }
  return "";
}

std::string as_text(const Script& script) {
  std::string text = "Options options;\n";
  const Options plain;
  for (const OptionRow& row : option_table) {
    if (script.options.*(row.field) != plain.*(row.field))
      text +=
          "options." + std::string(row.name) + " = " + std::to_string(script.options.*(row.field)) + ";\n";
  }
  text += "std::vector engine{std::make_unique<Engine>(options)};\n";
  if (script.record != Record::nothing)
    text += "engine[0]->log_proof(" + std::string(proof_of(script.record)) + ");\n";
  for (const Call& call : script.calls) text += as_text(call) + "\n";
  return text;
}

}  // namespace satplay::fuzz
