// The reason why a check ends without a verdict; thrown.
#pragma once

namespace satplay::checker {

enum class Stop { time, memory, caller };

}
